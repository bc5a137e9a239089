import { createHash } from 'node:crypto';
import { identityToRecipient } from 'age-encryption';
import { BackboneError } from '../base/errors.ts';
import type { LockDocument, LockUnlock } from '../contract/lock.ts';
import { openAge, stanzasOf, withoutArmor } from './age-file.ts';
import { parseDocument } from './document.ts';
import { corrupted, largestLock, shownFile, tooLarge } from './failures.ts';
import { passphraseIdentity } from './passphrase.ts';

/** What a lock may be opened with. */
export interface LockOpening {
  readonly unlock: LockUnlock;
  /**
   * This machine's `AGE-SECRET-KEY-1…`; only asked for when a lock is sealed to recipients and `unlock` does not open
   * it. What it throws is passed on.
   */
  readonly identity: () => Promise<string>;
}

/** A lock that was opened. It holds values of keys, as strings: drop it soon. */
export interface OpenedLock {
  readonly document: LockDocument;
  readonly sealedTo: 'passphrase' | 'recipients';
  /** How many more the file is sealed to than it names. */
  readonly unnamed: number;
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
}

/** SHA-256 of a file's bytes, hexadecimal. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What `AGENT_MASTER_KEY` opens: an age identity when it looks like one, else a passphrase; nothing when it is empty. */
export function unlockFromMasterKey(value: string): LockUnlock {
  if (value === '') return {};
  const identity = value.trim();
  return /^AGE-SECRET-KEY-1/i.test(identity) ? { identity } : { passphrase: value };
}

/** As the library takes it. @throws invalid_input */
async function givenIdentity(given: string): Promise<string> {
  const identity = given.trim().toUpperCase();
  try {
    await identityToRecipient(identity);
    return identity;
  } catch {
    throw new BackboneError(
      'invalid_input',
      'The identity that was given is none of age: AGE-SECRET-KEY-1 and 58 letters and digits.',
    );
  }
}

async function openAsRecipient(
  sealed: Uint8Array,
  { unlock, identity }: LockOpening,
  file: string,
): Promise<Uint8Array> {
  const given = unlock.identity === undefined ? null : await givenIdentity(unlock.identity);
  const opened = given === null ? null : await openAge(sealed, given, file);
  const plain = opened ?? (await openAge(sealed, await identity(), file));
  if (plain !== null) return plain;
  throw notOurs(file);
}

function notOurs(file: string): BackboneError {
  return new BackboneError(
    'lock_not_ours',
    `${shownFile(file)} is sealed to others. Ask one of them to run "backbone lock share" with the key of this machine that "backbone info" shows, or give an identity in AGENT_MASTER_KEY.`,
  );
}

/**
 * Opens the bytes of an `agent.lock`.
 * @param file its path, for messages
 * @throws lock_not_ours, passphrase_needed, wrong_passphrase, lock_corrupted, lock_version, lock_old, too_large,
 * invalid_input for an identity that is none, and what fetching this machine's identity throws
 */
export async function openLock(bytes: Uint8Array, opening: LockOpening, file: string): Promise<OpenedLock> {
  if (bytes.length > largestLock) throw tooLarge(file);
  const sealed = withoutArmor(bytes, file);
  const kinds = (await stanzasOf(sealed, file)).map(({ args }) => args[0] ?? '');
  const isPassphrase = kinds.includes('scrypt');
  if (!isPassphrase && !kinds.includes('X25519')) throw notOurs(file);
  const plain = isPassphrase
    ? await openAge(sealed, passphraseIdentity(opening.unlock.passphrase, file), file)
    : await openAsRecipient(sealed, opening, file);
  if (plain === null) throw notOurs(file);
  try {
    const document = parseDocument(plain, file);
    if ((document.recipients === null) !== isPassphrase)
      throw corrupted(file, 'its part "recipients" does not say how it is sealed (null: with a passphrase).');
    // Some programs add stanzas that mean nothing, so that nobody comes to rely on there being none.
    const sealedTo = kinds.filter((kind) => !kind.endsWith('-grease')).length;
    return {
      document,
      sealedTo: isPassphrase ? 'passphrase' : 'recipients',
      unnamed: isPassphrase ? 0 : Math.max(0, sealedTo - (document.recipients?.length ?? 0)),
      digest: digestOf(bytes),
    };
  } finally {
    plain.fill(0);
  }
}
