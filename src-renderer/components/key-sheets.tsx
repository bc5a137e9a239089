import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react';
import { nameProblem } from '../state/key-form.ts';
import { keyForm } from '../text/vault.ts';
import { asCallError } from '../transport/call-error.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Notice } from './notice.tsx';
import { usePanel } from './panel-context.ts';
import { SecretInput, takeSecret } from './secret-input.tsx';
import { Sheet } from './sheet.tsx';

/** A sheet that changes one key. It closes when `act` succeeds, and says why when it does not. */
function KeySheet(props: {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly risk?: boolean;
  readonly ready?: boolean;
  readonly act: () => Promise<void>;
  readonly children?: ReactNode;
}) {
  const { title, text, yes, no, risk = false, ready = true, act, children } = props;
  const panel = usePanel();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useId();
  const close = (): void => {
    panel.openSheet(null);
  };
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !ready) return;
    setBusy(true);
    try {
      await act();
      close();
    } catch (failure) {
      setRefusal(asCallError(failure).message);
      setBusy(false);
    }
  };
  return (
    <Sheet
      title={title}
      onClose={close}
      actions={
        <>
          <Button words={no} onClick={close} />
          <Button submits form={form} kind={risk ? 'risk' : 'main'} words={yes} disabled={busy || !ready} />
        </>
      }
    >
      <p className="soft">{text}</p>
      <form id={form} autoComplete="off" onSubmit={(event) => void submit(event)}>
        {children}
      </form>
      {refusal !== null && <Notice tone="bad" icon="warn" title={keyForm.notSaved} text={refusal} />}
    </Sheet>
  );
}

export function RotateKeySheet({ name }: { readonly name: string }) {
  const panel = usePanel();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <KeySheet
      title={keyForm.rotateTitle(name)}
      text={keyForm.rotateText}
      yes={keyForm.rotate}
      no={keyForm.cancel}
      act={async () => {
        const value = takeSecret(input.current);
        if (value === '') throw new Error(keyForm.noValue);
        await panel.rotateKey({ name, value });
      }}
    >
      <Field id={id} label={keyForm.newValue}>
        <SecretInput id={id} ref={input} hint={keyForm.valueHint} />
      </Field>
    </KeySheet>
  );
}

export function RenameKeySheet({ name }: { readonly name: string }) {
  const panel = usePanel();
  const [to, setTo] = useState(name);
  const id = useId();
  const problem = nameProblem(to);
  return (
    <KeySheet
      title={keyForm.renameTitle(name)}
      text={keyForm.renameText}
      yes={keyForm.rename}
      no={keyForm.cancel}
      ready={to !== '' && to !== name && problem === null}
      act={() => panel.renameKey(name, to)}
    >
      <Field id={id} label={keyForm.newName}>
        <input
          id={id}
          className="input narrow mono"
          value={to}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          aria-invalid={problem !== null}
          onChange={({ target }) => {
            setTo(target.value.trim());
          }}
        />
        <p id={`${id}-hint`} className="hint">
          {problem}
        </p>
      </Field>
    </KeySheet>
  );
}

export function RemoveKeySheet({ name }: { readonly name: string }) {
  const panel = usePanel();
  return (
    <KeySheet
      title={keyForm.removeTitle(name)}
      text={keyForm.removeText}
      yes={keyForm.remove(name)}
      no={keyForm.keep}
      risk
      act={() => panel.removeKey(name)}
    />
  );
}
