import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

/** Backpack's fixed number: too few for today, and paid again for each line. */
const rounds = 100_000;

/** The 32 bytes that one line was sealed with. Takes some 50 ms on a thread of its own; the caller wipes them. */
export function deriveLineKey(masterKey: Uint8Array, salt: Uint8Array): Promise<Buffer> {
  return derive(masterKey, salt, rounds, 32, 'sha256');
}
