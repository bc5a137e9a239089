/** One thing that Backpack sealed. Nothing of it is secret without the key. */
export interface SealedPart {
  readonly token: Buffer;
  readonly salt: Buffer;
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const saltForm = /^[A-Za-z0-9+/]{22}==$/;

/** The bytes that `text` stands for; null when they are usually written in another way. */
function decoded(text: string, encoding: 'base64' | 'base64url'): Buffer | null {
  const bytes = Buffer.from(text, encoding);
  const unpadded = text.replace(/=+$/, '');
  // Node passes over what does not belong there; one way of writing only, so that no byte can be another one.
  const isUsual = text.length % 4 === 0 && bytes.toString(encoding).replace(/=+$/, '') === unpadded;
  return isUsual ? bytes : null;
}

/**
 * @param data base64 of a Fernet token, which is itself base64url
 * @param salt base64 of 16 bytes
 * @returns null when either is written in another way than Backpack 1.0 wrote it
 */
export function sealedPart(data: string, salt: string): SealedPart | null {
  if (!base64.test(data) || !saltForm.test(salt)) return null;
  const outer = decoded(data, 'base64');
  const token = outer === null ? null : decoded(outer.toString('latin1'), 'base64url');
  const saltBytes = decoded(salt, 'base64');
  return token === null || saltBytes === null ? null : { token, salt: saltBytes };
}
