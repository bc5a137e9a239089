import { armor, Decrypter, type Identity, type Stanza } from 'age-encryption';
import { z } from 'zod';
import { BackboneError } from '../base/errors.ts';
import { parseJson } from './document.ts';
import { corrupted, shownFile } from './failures.ts';

const armored = '-----BEGIN AGE ENCRYPTED FILE-----';
const plainAge = 'age-encryption.org/v1';
/** Holds for every lock of Backpack 1.0, whole or not. */
const oldLock = z.looseObject({ version: z.literal('1.0'), layers: z.looseObject({}) });

function isOld(bytes: Uint8Array): boolean {
  try {
    return oldLock.safeParse(parseJson(bytes)).success;
  } catch {
    return false;
  }
}

/** Whether the bytes begin as an age file does, armored or not. */
export function isAgeFile(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes).subarray(0, 200).toString('latin1').trimStart();
  return start.startsWith(armored) || start.startsWith(plainAge);
}

/**
 * Takes off the armor.
 * @param file path, for messages
 * @throws lock_old, lock_corrupted
 */
export function withoutArmor(bytes: Uint8Array, file: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  if (text.startsWith(plainAge))
    throw corrupted(file, 'it is an age file without armor, and a lock has one (age --armor).');
  if (text.trimStart().startsWith(armored)) {
    try {
      return armor.decode(text);
    } catch {
      throw corrupted(file, 'its armor is cut or was changed.');
    }
  }
  if (isOld(bytes))
    throw new BackboneError(
      'lock_old',
      `${shownFile(file)} was made by Backpack 1.0. Seal it anew with: backbone lock migrate`,
    );
  throw corrupted(file, 'it is no age file.');
}

/** The stanzas of a header: one for each recipient, or one for a passphrase. @throws lock_corrupted */
export async function stanzasOf(sealed: Uint8Array, file: string): Promise<readonly Stanza[]> {
  const seen: (readonly Stanza[])[] = [];
  const onlooker: Identity = {
    unwrapFileKey(stanzas) {
      seen.push(stanzas);
      return null;
    },
  };
  const decrypter = new Decrypter();
  decrypter.addIdentity(onlooker);
  // It always ends so: the onlooker opens nothing.
  await decrypter.decryptHeader(sealed).catch(() => undefined);
  const [found] = seen;
  if (found === undefined) throw corrupted(file, 'its header is cut or was changed.');
  return found;
}

/** Thrown through the library when none of the identities fits; any other error means that the file is not whole. */
const noneFits = new Error('No identity fits.');
const last: Identity = {
  unwrapFileKey() {
    throw noneFits;
  },
};

/**
 * Opens an age file; the caller wipes what was inside.
 * @returns null when it is sealed to others
 * @throws lock_corrupted, and what `identity` throws of ours
 */
export async function openAge(
  sealed: Uint8Array,
  identity: string | Identity,
  file: string,
): Promise<Uint8Array | null> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  decrypter.addIdentity(last);
  try {
    return await decrypter.decrypt(sealed);
  } catch (error) {
    if (error === noneFits) return null;
    if (error instanceof BackboneError) throw error;
    throw corrupted(file, 'it was changed or cut after it was sealed.');
  }
}
