import { readFileSync } from 'node:fs';
import path from 'node:path';
import { armor, Encrypter } from 'age-encryption';
import { z } from 'zod';
import { BackboneError } from '../../src-main/base/errors.ts';
import { type LockDocument, lockDocument } from '../../src-main/contract/lock.ts';

const folder = path.join(import.meta.dirname, '../fixtures/vectors/lock');
const list = z.object({
  identity: z.string(),
  passphrase: z.string(),
  document: lockDocument,
  vectors: z.record(z.string(), z.string()),
});

/** What the vectors are opened with, what is inside, and what must come of each. */
export const lockVectors = list.parse(JSON.parse(readFileSync(path.join(folder, 'vectors.json'), 'utf8')));

/** Bytes of one vector. */
export const lockVector = (name: string): Buffer => readFileSync(path.join(folder, `${name}.lock`));

/** The machine of the vectors. */
export const { identity, passphrase } = lockVectors;
export const [recipient = ''] = lockVectors.document.recipients ?? [];

/** So little work that a test may seal behind a passphrase hundreds of times. */
export const littleWork = 4;

/** A lock of this machine with what a test is about. */
export function sampleDocument(parts: Partial<LockDocument> = {}): LockDocument {
  return { version: 1, recipients: [recipient], credentials: {}, personality: {}, memory: {}, ...parts };
}

/** Seals any text as a lock would be. */
export async function sealText(text: string, to: readonly string[] = [recipient]): Promise<Buffer> {
  const encrypter = new Encrypter();
  for (const one of to) encrypter.addRecipient(one);
  return Buffer.from(armor.encode(await encrypter.encrypt(text)));
}

/** The error of ours that `work` ends with. @throws when it does not fail, or with something else */
export async function failureOf(work: Promise<unknown>): Promise<BackboneError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof BackboneError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}
