import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';

const algorithm = 'aes-256-gcm';
const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/**
 * A fresh key of a segment. Held in memory only, by the process that writes the segment; as a key object, because
 * Node looks at bare bytes anew at each use, which takes four times as long.
 */
export function newSegmentKey(): KeyObject {
  return createSecretKey(randomBytes(keyLength));
}

/** Seals a segment's key to an age recipient (`age1…`): a binary age file. */
export async function sealSegmentKey(key: KeyObject, recipient: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(key.export());
}

/** Opens a segment's key with an age identity (`AGE-SECRET-KEY-1…`); null when it was not sealed to that one. */
export async function openSegmentKey(sealed: Uint8Array, identity: string): Promise<KeyObject | null> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const key = await decrypter.decrypt(sealed);
    return key.length === keyLength ? createSecretKey(key) : null;
  } catch {
    // age says "no identity matched" and "not an age file" in words only; both mean that this key does not open it.
    return null;
  }
}

/** Nonce, ciphertext and tag in one piece, bound to `header`. */
export function sealEntry(key: KeyObject, header: Uint8Array, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(header);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Null when the bytes were not sealed with that key for that header. */
export function openEntry(key: KeyObject, header: Uint8Array, sealed: Uint8Array): Buffer | null {
  if (sealed.length < nonceLength + tagLength) return null;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(header);
  decipher.setAuthTag(sealed.subarray(-tagLength));
  const opened = decipher.update(sealed.subarray(nonceLength, -tagLength));
  try {
    // Adds no bytes in this mode: it compares the tag.
    decipher.final();
    return opened;
  } catch {
    // The tag does not fit: the only way in which final() fails here.
    return null;
  }
}
