import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { LockDocument } from '../contract/lock.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What is kept of a lock so that a later one can be held against it. The values of keys cannot be had from it. */
export const lockOutline = z.strictObject({
  /** Null: sealed to a passphrase. */
  recipients: z.array(z.string()).nullable(),
  credentials: z.array(
    z.strictObject({
      name: z.string(),
      why: z.string().nullable(),
      /** Keyed hash of the value, of this name alone; null when the lock only asks for the key. */
      proof: hash.nullable(),
    }),
  ),
  personality: z.array(z.strictObject({ name: z.string(), text: z.string() })),
  /** Names alone, each with a keyed hash of what is remembered. */
  memory: z.array(z.strictObject({ name: z.string(), proof: hash })),
});
export type LockOutline = z.infer<typeof lockOutline>;

/** JSON in which the names of every object are in one order, so that equal values have equal text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = inOrder(Object.entries(value)).map(
    ([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`,
  );
  return `{${entries.join(',')}}`;
}

function inOrder<T>(entries: [string, T][]): [string, T][] {
  return entries.sort(([left], [right]) => (left < right ? -1 : 1));
}

/**
 * @param key secret of at least 16 bytes that lies elsewhere than the outline; two outlines can be compared when they
 * were made with the same one
 */
export function outlineOf(document: LockDocument, key: Uint8Array): LockOutline {
  const proofOf = (part: string, name: string, text: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([part, name, text]))
      .digest('hex');
  return {
    recipients: document.recipients === null ? null : [...document.recipients].sort(),
    credentials: inOrder(Object.entries(document.credentials)).map(([name, { value, why }]) => ({
      name,
      why,
      proof: value === null ? null : proofOf('credential', name, value),
    })),
    personality: inOrder(Object.entries(document.personality)).map(([name, text]) => ({ name, text })),
    memory: inOrder(Object.entries(document.memory)).map(([name, value]) => ({
      name,
      proof: proofOf('memory', name, canonical(value)),
    })),
  };
}

/** SHA-256 (hexadecimal) of everything in an outline but the memory. Equal for equal locks under the same key. */
export function substanceOf({ recipients, credentials, personality }: LockOutline): string {
  return createHash('sha256').update(canonical({ recipients, credentials, personality })).digest('hex');
}
