import { type SyntheticEvent, useId, useRef, useState } from 'react';
import type { Agent } from '../../src-main/contract/agent.ts';
import { launch } from '../text/agents.ts';
import { passphrase } from '../text/consent.ts';
import { asCallError } from '../transport/call-error.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Notice } from './notice.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { SecretInput, takeSecret } from './secret-input.tsx';
import { Sheet } from './sheet.tsx';

/** Asks for the passphrase that a stopped agent's lock is sealed with, and starts the agent with it. */
export function PassphraseSheet({ agent }: { readonly agent: Agent }) {
  const panel = usePanel();
  const underway = usePanelState((state) => state.underway.has(agent.id));
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const ids = { form: useId(), field: useId() };
  const close = (): void => {
    panel.openSheet(null);
  };
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const typed = takeSecret(input.current);
    if (typed === '' || underway) return;
    try {
      await panel.launchUnlocked(agent, typed);
      close();
    } catch (failure) {
      setRefusal(asCallError(failure).message);
      input.current?.focus();
    }
  };
  return (
    <Sheet
      title={passphrase.title(agent.name)}
      onClose={close}
      actions={
        <>
          <Button words={passphrase.cancel} onClick={close} />
          <Button
            kind="main"
            submits
            form={ids.form}
            words={passphrase.start(agent.name)}
            disabled={underway}
          />
        </>
      }
    >
      <p className="soft">{passphrase.text}</p>
      <form id={ids.form} onSubmit={(event) => void submit(event)}>
        <Field id={ids.field} label={passphrase.label}>
          <SecretInput id={ids.field} ref={input} hint={passphrase.hint} isWrong={refusal !== null} />
        </Field>
      </form>
      {refusal !== null && <Notice tone="bad" icon="warn" title={launch.failed(agent.name)} text={refusal} />}
    </Sheet>
  );
}
