import { z } from 'zod';
import { keyName } from './key-name.ts';
import { lockChange, lockStanding } from './lock.ts';

/** Where a key's value comes from. They are looked at in this order. */
export const keySource = z.enum(['environment', 'lock', 'vault']);
export type KeySource = z.infer<typeof keySource>;

/** How keys reach a program. */
export const injection = z.enum(['env', 'fd', 'file']);
export type Injection = z.infer<typeof injection>;

/** `once`: for this launch or run; `always`: for this agent until its lock or its folder changes. */
export const verdict = z.enum(['once', 'always', 'deny']);
export type Verdict = z.infer<typeof verdict>;

/** One key that a lock asks for. */
export const neededKey = z.strictObject({
  name: keyName,
  /** Where its value is; null when it is nowhere. */
  source: keySource.nullable(),
  /** Why it is nowhere, or cannot be reached; null when it was found. */
  problem: z.string().nullable(),
  why: z.string().nullable(),
  /** Whether a person allowed it for good. */
  allowed: z.boolean(),
  /** When it stops being valid, epoch milliseconds; null when that is not known. */
  expiresAt: z.number().int().nullable(),
});
export type NeededKey = z.infer<typeof neededKey>;

/** What a folder's lock asks for, before anybody is asked. Never a value. */
export const consentPlan = z.strictObject({
  /** Null when the folder has no lock. */
  lock: z
    .strictObject({
      file: z.string(),
      digest: z.string(),
      standing: lockStanding,
      changes: z.array(lockChange),
      /** Names of its traits. */
      personality: z.array(z.string()),
    })
    .nullable(),
  keys: z.array(neededKey),
});
export type ConsentPlan = z.infer<typeof consentPlan>;

/** What a person has already said, with a start or a run. */
export const consentGiven = z.strictObject({
  /** For each key that was decided. */
  verdicts: z.record(keyName, verdict).default({}),
  /** Every other key that the lock asks for is allowed, once. */
  allowAll: z.boolean().default(false),
  /** Digest of the lock that was looked at and accepted; null: none was. */
  accept: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
});
export type ConsentGiven = z.infer<typeof consentGiven>;
