import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { FolderField } from '../components/folder-field.tsx';
import { usePanel, usePanelState } from '../components/panel-context.ts';
import { PassphraseField } from '../components/passphrase-field.tsx';
import { RuntimeChoice } from '../components/runtime-choice.tsx';
import { takeSecret } from '../components/secret-input.tsx';
import { newAgent } from '../state/agent-actions.ts';
import { agentOfFolder, emptyForm, nameOf, runtimeOf, startInput } from '../state/start-form.ts';
import { start } from '../text/start.ts';
import { StartAside } from './start-aside.tsx';

/** Starts an agent: a folder, a runtime, and what else the person wants to say. */
export function StartPage() {
  const panel = usePanel();
  const home = usePanelState((state) => state.home);
  const fleet = usePanelState((state) => state.fleet);
  const runtimes = usePanelState((state) => state.runtimes) ?? [];
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const underway = usePanelState((state) => state.underway.has(newAgent));
  const [form, setForm] = useState(emptyForm);
  const passphrase = useRef<HTMLInputElement>(null);
  const ids = { folder: useId(), name: useId(), model: useId() };

  const runtime = runtimeOf(form, runtimes);
  const practice = runtime?.id === 'practice';
  const name = practice ? (form.name ?? '') : nameOf(form, home);
  const known = practice ? null : agentOfFolder(fleet, form, home);
  const input = runtime === null ? null : startInput(form, runtime, home);
  useEffect(() => {
    document.getElementById(ids.folder)?.focus();
  }, [ids.folder]);

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (input === null || !connected || underway) return;
    const typed = takeSecret(passphrase.current);
    void panel.startAgent(typed === '' ? input : { ...input, unlock: { passphrase: typed } });
  };

  return (
    <main className="split">
      <form
        className="form"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      >
        <div className="page">
          <div className="page-in left">
            <h1>{start.title}</h1>
            <Field id={ids.folder} label={start.folder}>
              <FolderField
                id={ids.folder}
                value={practice ? '' : form.folder}
                disabled={practice}
                onChange={(folder) => {
                  setForm({ ...form, folder });
                }}
              />
              <p className="hint">{folderHint(form.folder, practice, input === null, known?.name ?? null)}</p>
            </Field>
            <PassphraseField input={passphrase} />
            <Field id={ids.name} label={start.name} note={start.nameNote}>
              <input
                id={ids.name}
                className="input narrow"
                value={name}
                spellCheck={false}
                autoComplete="off"
                onChange={({ target }) => {
                  setForm({ ...form, name: target.value === '' ? null : target.value });
                }}
              />
            </Field>
            <Field label={start.runtime}>
              <RuntimeChoice
                runtimes={runtimes}
                value={runtime?.id ?? null}
                group="start-runtime"
                onChange={(chosen) => {
                  setForm({ ...form, runtime: chosen, model: '' });
                }}
              />
            </Field>
            <Field id={ids.model} label={start.model} note={start.modelNote}>
              <input
                id={ids.model}
                className="input narrow"
                value={form.model}
                spellCheck={false}
                autoComplete="off"
                disabled={runtime?.capabilities['model']?.supported !== true}
                onChange={({ target }) => {
                  setForm({ ...form, model: target.value });
                }}
              />
            </Field>
          </div>
        </div>
        <div className="foot">
          <Button
            submits
            kind="main"
            words={underway ? start.submitting : start.submit(name)}
            cap={start.submitKey}
            disabled={input === null || !connected || underway}
          />
          <Button
            kind="quiet"
            words={start.cancel}
            onClick={() => {
              panel.openPage('agents');
            }}
          />
          <span className="grow" />
          <span className="hint wide">{start.takes}</span>
        </div>
      </form>
      <StartAside name={name} folder={form.folder} runtime={runtime} />
    </main>
  );
}

function folderHint(folder: string, practice: boolean, wrong: boolean, known: string | null): string {
  if (practice) return start.folderPractice;
  if (folder.trim() === '') return start.folderHint;
  if (wrong) return start.folderWrong;
  return known === null ? start.folderNew : start.folderKnown(known);
}
