/** What one line holds: nothing of it is secret without the key. */
export interface SealedLine {
  readonly token: Buffer;
  readonly salt: Buffer;
}

const form = /^\{"data": "([A-Za-z0-9+/]+={0,2})", "salt": "([A-Za-z0-9+/]{22}==)"\}$/;

/** The bytes that `text` stands for; null when they are usually written in another way. */
function decoded(text: string, encoding: 'base64' | 'base64url'): Buffer | null {
  const bytes = Buffer.from(text, encoding);
  const unpadded = text.replace(/=+$/, '');
  // Node passes over what does not belong there; one way of writing only, so that no byte can be another one.
  const isUsual = text.length % 4 === 0 && bytes.toString(encoding).replace(/=+$/, '') === unpadded;
  return isUsual ? bytes : null;
}

/** A line exactly as Backpack 1.0 wrote it; null for any other. */
export function parseSealedLine(line: Buffer): SealedLine | null {
  const [, data, salt] = form.exec(line.toString('latin1')) ?? [];
  if (data === undefined || salt === undefined) return null;
  const outer = decoded(data, 'base64');
  const token = outer === null ? null : decoded(outer.toString('latin1'), 'base64url');
  const saltBytes = decoded(salt, 'base64');
  return token === null || saltBytes === null ? null : { token, salt: saltBytes };
}
