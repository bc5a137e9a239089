import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { FailedStart } from '../components/failed-start.tsx';
import { FolderField } from '../components/folder-field.tsx';
import { usePanel, usePanelState } from '../components/panel-context.ts';
import { PassphraseField } from '../components/passphrase-field.tsx';
import { RuntimeSegments } from '../components/runtime-segments.tsx';
import { takeSecret } from '../components/secret-input.tsx';
import { newAgent } from '../state/agent-actions.ts';
import { agentClis, emptyForm, nameOf, runtimeOf, startInput } from '../state/start-form.ts';
import { first, start } from '../text/start.ts';
import { WhatIsHere } from './what-is-here.tsx';

/** Stands while there is no agent: what this machine has, and the way to the first agent. */
export function FirstPage() {
  const runtimes = usePanelState((state) => state.runtimes);
  const none = runtimes !== null && agentClis(runtimes).length === 0;
  return (
    <main className="page">
      <div className="page-in first">
        <div>
          <h1>{first.title}</h1>
          <p className="soft lead">{first.text}</p>
        </div>
        <div className="first-columns">
          <WhatIsHere />
          <section>
            <h2>{first.begin}</h2>
            {none ? (
              <>
                <Practice title={first.practiceTitle} text={first.practiceText} main />
                <FirstForm />
              </>
            ) : (
              <>
                <FirstForm />
                <Practice title={first.tryTitle} text={first.tryText} />
              </>
            )}
            <FailedStart />
          </section>
        </div>
      </div>
    </main>
  );
}

function FirstForm() {
  const panel = usePanel();
  const home = usePanelState((state) => state.home);
  const runtimes = (usePanelState((state) => state.runtimes) ?? []).filter(
    ({ installed, id }) => installed && id !== 'practice',
  );
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const underway = usePanelState((state) => state.underway.has(newAgent));
  const [form, setForm] = useState(emptyForm);
  const passphrase = useRef<HTMLInputElement>(null);
  const id = useId();
  const runtime = runtimeOf(form, runtimes);
  const input = runtime === null ? null : startInput(form, runtime, home);
  if (runtimes.length === 0) return null;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (input === null) return;
    const typed = takeSecret(passphrase.current);
    void panel.startAgent(typed === '' ? input : { ...input, unlock: { passphrase: typed } });
  };
  return (
    <form className="first-form" onSubmit={submit}>
      <label htmlFor={id}>{start.folder}</label>
      <FolderField
        id={id}
        value={form.folder}
        onChange={(folder) => {
          setForm({ ...form, folder });
        }}
      />
      <p className="hint">{start.folderHint}</p>
      <span className="label">{start.runtime}</span>
      <RuntimeSegments
        runtimes={runtimes}
        value={runtime?.id ?? null}
        onChange={(chosen) => {
          setForm({ ...form, runtime: chosen });
        }}
      />
      <PassphraseField input={passphrase} />
      <div className="form-actions">
        <Button
          submits
          kind="main"
          words={underway ? start.submitting : start.submit(nameOf(form, home))}
          disabled={input === null || !connected || underway}
        />
        {runtime?.id !== 'shell' && <span className="hint">{first.asksFirst}</span>}
      </div>
    </form>
  );
}

/** The practice agent, plainly labelled. */
function Practice(props: { readonly title: string; readonly text: string; readonly main?: boolean }) {
  const { title, text, main = false } = props;
  const panel = usePanel();
  const underway = usePanelState((state) => state.underway.has(newAgent));
  const offered = usePanelState((state) =>
    (state.runtimes ?? []).some(({ id, installed }) => id === 'practice' && installed),
  );
  if (!offered) return null;
  return (
    <div className="practice">
      <b>{title}</b>
      <p className="soft">{text}</p>
      <Button
        kind={main ? 'main' : 'plain'}
        words={first.practiceStart}
        disabled={underway}
        onClick={() => void panel.startAgent({ runtime: 'practice' })}
      />
    </div>
  );
}
