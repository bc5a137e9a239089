import { type RefObject, useEffect, useId } from 'react';
import { passphrase } from '../text/consent.ts';
import { wantsPassphrase } from '../text/start-help.ts';
import { Field } from './field.tsx';
import { usePanelState } from './panel-context.ts';
import { SecretInput } from './secret-input.tsx';

/** Comes up when a start was refused for want of the passphrase of the folder's lock, and takes the focus. */
export function PassphraseField({ input }: { readonly input: RefObject<HTMLInputElement | null> }) {
  const id = useId();
  const failed = usePanelState((state) => state.failedStart);
  const wanted = failed !== null && wantsPassphrase(failed.error.code);
  useEffect(() => {
    if (wanted) input.current?.focus();
  }, [wanted, failed, input]);
  if (!wanted) return null;
  return (
    <Field id={id} label={passphrase.label} note={passphrase.note}>
      <SecretInput
        id={id}
        ref={input}
        hint={passphrase.hint}
        isWrong={failed.error.code === 'wrong_passphrase'}
      />
    </Field>
  );
}
