import { armor, Encrypter } from 'age-encryption';
import { BackboneError } from '../base/errors.ts';
import type { LockDocument } from '../contract/lock.ts';
import { encodeDocument } from './document.ts';
import { largestLock, tooLarge } from './failures.ts';
import { passphraseRecipient } from './passphrase.ts';

export interface SealOptions {
  /** Needed when the document names no recipients, and not used when it does. */
  readonly passphrase?: string | undefined;
  /** Work of the passphrase, as a power of two. Default: that of age. */
  readonly work?: number;
}

/** @throws invalid_input for a recipient with a typing error in it */
function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new BackboneError(
      'invalid_input',
      `${recipient} is no age public key: a letter of it is wrong or missing. Copy it anew.`,
    );
  }
}

/**
 * Seals a document to the recipients that it names, or with the passphrase when it names none, under a fresh file key.
 * @returns the bytes of the file, armored
 * @throws invalid_input, passphrase_needed, too_large
 */
export async function sealLock(document: LockDocument, options: SealOptions = {}): Promise<Buffer> {
  const encrypter = new Encrypter();
  if (document.recipients !== null) {
    for (const recipient of document.recipients) addRecipient(encrypter, recipient);
  } else if (options.passphrase !== undefined) {
    encrypter.addRecipient(passphraseRecipient(options.passphrase, options.work));
  } else {
    throw new BackboneError(
      'passphrase_needed',
      'The lock is sealed with a passphrase, and none was given to seal it anew. Give it, or name recipients.',
    );
  }
  const plain = encodeDocument(document);
  try {
    const sealed = Buffer.from(armor.encode(await encrypter.encrypt(plain)));
    if (sealed.length > largestLock) throw tooLarge('The lock');
    return sealed;
  } finally {
    plain.fill(0);
  }
}
