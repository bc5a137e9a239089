import { BackboneError } from '../../base/errors.ts';
import type { LockDocument } from '../../contract/lock.ts';
import type { ParsedInputOf } from '../../contract/procedures.ts';

/** Most recipients of one lock. */
const mostRecipients = 100;

type SealTo = ParsedInputOf<'locks.create'>['sealTo'];
type Edit = ParsedInputOf<'locks.edit'>['edit'];

/**
 * To whom something is sealed anew: this machine and everyone who is named, or a passphrase alone.
 * @throws invalid_input when both are asked for
 */
export function sealingOf(
  { recipients, passphrase }: SealTo,
  machine: string,
): { readonly recipients: string[] | null; readonly passphrase: string | undefined } {
  if (passphrase === undefined)
    return { recipients: [...new Set([machine, ...recipients])], passphrase: undefined };
  if (recipients.length === 0) return { recipients: null, passphrase };
  throw new BackboneError(
    'invalid_input',
    'age seals to recipients or with a passphrase, not both. Leave one of them out.',
  );
}

/** Null when it is sealed to that one already. @throws unsupported */
export function withRecipient(document: LockDocument, recipient: string): LockDocument | null {
  const { recipients } = document;
  if (recipients === null) throw noRecipients();
  if (recipients.includes(recipient)) return null;
  if (recipients.length >= mostRecipients)
    throw new BackboneError('unsupported', `The lock has ${mostRecipients} recipients, and takes no more.`);
  return { ...document, recipients: [...recipients, recipient] };
}

/** @throws unsupported when it is this machine, which could not open it any more; not_found */
export function withoutRecipient(document: LockDocument, recipient: string, machine: string): LockDocument {
  const { recipients } = document;
  if (recipients === null) throw noRecipients();
  if (!recipients.includes(recipient))
    throw new BackboneError('not_found', 'The lock is not sealed to that recipient.');
  const others = recipients.filter((one) => one !== recipient);
  if (recipient === machine || others.length === 0)
    throw new BackboneError(
      'unsupported',
      'Without that recipient nobody here could open the lock any more. Unshare it on another machine.',
    );
  return { ...document, recipients: others };
}

function noRecipients(): BackboneError {
  return new BackboneError(
    'unsupported',
    'The lock is sealed with a passphrase, and has no recipients. Seal it to some with: backbone lock rotate --to age1…',
  );
}

/** The document after an edit, and the names that the edit is about. */
export function edited(
  document: LockDocument,
  edit: Edit,
): { readonly document: LockDocument; readonly keys: string[]; readonly traits: string[] } {
  const credentials = new Map(Object.entries(document.credentials));
  for (const [name, change] of Object.entries(edit.credentials)) {
    const { value, why } = credentials.get(name) ?? { value: null, why: null };
    if (change === null) credentials.delete(name);
    else
      credentials.set(name, {
        value: change.value === undefined ? value : change.value,
        why: change.why === undefined ? why : change.why,
      });
  }
  const personality = new Map(Object.entries(document.personality));
  for (const [name, text] of Object.entries(edit.personality)) {
    if (text === null) personality.delete(name);
    else personality.set(name, text);
  }
  return {
    document: {
      ...document,
      credentials: Object.fromEntries(credentials),
      personality: Object.fromEntries(personality),
    },
    keys: Object.keys(edit.credentials),
    traits: Object.keys(edit.personality),
  };
}
