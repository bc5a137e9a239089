/** The letters of Bech32, each five bits. */
const letters = Buffer.from('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L');
const beginning = Buffer.from('AGE-SECRET-KEY-1');
const checksumLength = 6;
const scalarLength = 32;

/** What stands before the 32 bytes of an X25519 key in PKCS #8. */
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

/**
 * The 32 bytes behind `AGE-SECRET-KEY-1…`, without a string on the way: those cannot be wiped. The checksum is not
 * looked at; compare the public half.
 * @returns null when it is no such text. The caller wipes it
 */
export function identityBytes(text: Uint8Array): Buffer | null {
  const body = text.subarray(beginning.length, -checksumLength);
  if (body.length !== Math.ceil((scalarLength * 8) / 5)) return null;
  if (beginning.compare(text, 0, beginning.length) !== 0) return null;
  // Not from the pool that Node shares between buffers.
  const bytes = Buffer.alloc(scalarLength);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of body) {
    const value = letters.indexOf(letter);
    if (value === -1) return null;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
  }
  return bytes;
}

/** A key of Node's own or of the browser's, whichever types are there. */
type Imported = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The same key where no script can read it: outside of the heap, not to be taken out again. */
export async function sealedKey(bytes: Uint8Array): Promise<Imported> {
  const encoded = Buffer.alloc(pkcs8.length + bytes.length);
  pkcs8.copy(encoded);
  encoded.set(bytes, pkcs8.length);
  try {
    return await crypto.subtle.importKey('pkcs8', encoded, { name: 'X25519' }, false, ['deriveBits']);
  } finally {
    encoded.fill(0);
  }
}
