import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { endOfDay, nameProblem } from '../state/key-form.ts';
import { keyForm } from '../text/vault.ts';
import { asCallError } from '../transport/call-error.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Notice } from './notice.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { SecretInput, takeSecret } from './secret-input.tsx';

/** Puts a new key into the vault. `onDone` gets what is to be said of it. */
export function AddKey({ onDone }: { readonly onDone: (words: string) => void }) {
  const panel = usePanel();
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const [expires, setExpires] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const value = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const ids = {
    title: useId(),
    name: useId(),
    hint: useId(),
    value: useId(),
    note: useId(),
    expires: useId(),
  };
  const problem = nameProblem(name);
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'center' });
    first.current?.focus();
  }, []);

  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy || name === '' || problem !== null) return;
    const typed = takeSecret(value.current);
    if (typed === '') return setRefusal(keyForm.noValue);
    setBusy(true);
    const until = endOfDay(expires);
    try {
      await panel.addKey({
        name,
        value: typed,
        ...(note.trim() === '' ? {} : { note: note.trim() }),
        ...(until === null ? {} : { expiresAt: until }),
      });
      onDone(keyForm.saved(name));
    } catch (failure) {
      setRefusal(`${asCallError(failure).message} ${keyForm.again}`);
      setBusy(false);
    }
  };

  return (
    <form
      className="section add-key"
      aria-labelledby={ids.title}
      autoComplete="off"
      onSubmit={(event) => void save(event)}
    >
      <h2 id={ids.title}>{keyForm.addTitle}</h2>
      <Field id={ids.name} label={keyForm.name} note={keyForm.nameNote}>
        <input
          id={ids.name}
          ref={first}
          className="input narrow mono"
          value={name}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={ids.hint}
          aria-invalid={problem !== null}
          onChange={({ target }) => {
            setName(target.value.trim());
          }}
        />
        <p id={ids.hint} className="hint">
          {problem}
        </p>
      </Field>
      <Field id={ids.value} label={keyForm.value}>
        <SecretInput id={ids.value} ref={value} hint={keyForm.valueHint} />
      </Field>
      <Field id={ids.note} label={keyForm.note} note={keyForm.noteNote}>
        <input
          id={ids.note}
          className="input narrow"
          value={note}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => {
            setNote(target.value);
          }}
        />
      </Field>
      <Field id={ids.expires} label={keyForm.expires} note={keyForm.expiresNote}>
        <input
          id={ids.expires}
          className="input date"
          type="date"
          value={expires}
          onChange={({ target }) => {
            setExpires(target.value);
          }}
        />
      </Field>
      {refusal !== null && <Notice tone="bad" icon="warn" title={keyForm.notSaved} text={refusal} />}
      <div className="form-actions">
        <Button
          submits
          kind="main"
          words={busy ? keyForm.saving : keyForm.save}
          cap="Enter"
          disabled={busy || !connected || name === '' || problem !== null}
        />
        <Button
          kind="quiet"
          words={keyForm.cancel}
          onClick={() => {
            takeSecret(value.current);
            onDone('');
          }}
        />
      </div>
    </form>
  );
}
