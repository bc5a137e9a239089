import { type SyntheticEvent, useId, useRef, useState } from 'react';
import type { VaultView } from '../../src-main/contract/vault.ts';
import { vault } from '../text/vault.ts';
import { asCallError } from '../transport/call-error.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { Notice } from './notice.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { SecretInput, takeSecret } from './secret-input.tsx';

/** Where the keys are kept and whether that is open; the sealed file is unlocked and locked here. */
export function VaultPlace({ view }: { readonly view: VaultView }) {
  const { backend, state, says, keys } = view;
  return (
    <section className={`vault-place ${state}`} aria-label={vault.backends[backend]}>
      <div className="vault-line">
        <Icon name={backend === 'keychain' ? 'key' : 'lock'} />
        <span className="vault-words">
          <span>
            <b>{vault.backends[backend]}</b>{' '}
            <span className="soft">{`· ${vault.states[backend][state]} · ${vault.count(keys.length)}`}</span>
          </span>
          <span className="soft">{says}</span>
        </span>
        {backend === 'sealed_file' && state === 'open' && <LockButton />}
      </div>
      {backend === 'sealed_file' && state !== 'open' && <UnlockForm key={state} isNew={state === 'absent'} />}
    </section>
  );
}

function LockButton() {
  const panel = usePanel();
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const lock = async (): Promise<void> => {
    setBusy(true);
    try {
      await panel.lockVault();
    } catch (failure) {
      setRefusal(asCallError(failure).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        icon="lock"
        words={busy ? vault.locking : vault.lock}
        disabled={busy || !connected}
        onClick={() => void lock()}
      />
      {refusal !== null && <Notice tone="bad" icon="warn" title={vault.notLocked} text={refusal} />}
    </>
  );
}

/** Opens the sealed file, or chooses the passphrase of one that is not there yet: that one is typed twice. */
function UnlockForm({ isNew }: { readonly isNew: boolean }) {
  const panel = usePanel();
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const ids = { first: useId(), again: useId() };
  const unlock = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const [passphrase, repeated] = [takeSecret(first.current), takeSecret(again.current)];
    first.current?.focus();
    if (passphrase === '') return;
    if (isNew && passphrase !== repeated) return setRefusal(vault.notTheSame);
    setBusy(true);
    try {
      await panel.unlockVault(passphrase);
    } catch (failure) {
      setRefusal(asCallError(failure).message);
    } finally {
      setBusy(false);
    }
  };
  const words = isNew ? vault.choose : vault.unlock;
  return (
    <form className="vault-unlock" aria-label={words} onSubmit={(event) => void unlock(event)}>
      <Field
        id={ids.first}
        label={vault.passphrase}
        note={isNew ? vault.passphraseNew : vault.passphraseNote}
      >
        <SecretInput id={ids.first} ref={first} hint={vault.passphraseHint} isWrong={refusal !== null} />
      </Field>
      {isNew && (
        <Field id={ids.again} label={vault.again}>
          <SecretInput id={ids.again} ref={again} hint={vault.passphraseHint} isWrong={refusal !== null} />
        </Field>
      )}
      {refusal !== null && <Notice tone="bad" icon="warn" title={vault.notUnlocked} text={refusal} />}
      <div className="form-actions">
        <Button submits kind="main" words={busy ? vault.unlocking : words} disabled={busy || !connected} />
      </div>
    </form>
  );
}
