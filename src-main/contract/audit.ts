import { z } from 'zod';
import { auditKinds } from './audit-kinds.ts';
import { actor } from './question.ts';

/** What is recorded; see `audit-kinds.ts`. */
export const auditKind = z.enum(auditKinds);
export type AuditKind = z.infer<typeof auditKind>;

/** Facts of an entry: names, numbers, short texts, lines of a screen. Never a secret. */
export const auditDetails = z.record(
  z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
);

/** One act, as it is handed to the log. */
export const auditEntry = z.strictObject({
  kind: auditKind,
  actor,
  /** The agent it concerns; null when it concerns none. */
  agent: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /** Id of the launch it belongs to; null when none. */
  launch: z.string().nullable(),
  details: auditDetails,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** One entry as it is read back. */
export const auditRecord = auditEntry.extend({
  number: z.number().int(),
  /** Wall time when it was handed over, epoch milliseconds. The number, not this, gives the order. */
  at: z.number().int(),
  /** Its hash in the chain, hexadecimal. */
  hash: z.string(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

/** What was done to a log. */
export const damageKind = z.enum([
  'changed',
  'removed',
  'inserted',
  'reordered',
  'truncated',
  /** Another log, or another version of this one, lies in its place. */
  'swapped',
  'key_mismatch',
  'anchor_missing',
  'anchor_forged',
]);
export type DamageKind = z.infer<typeof damageKind>;

export const damage = z.strictObject({
  kind: damageKind,
  /** The first bad entry, or the first that is missing; null when the damage is not in an entry. */
  number: z.number().int().nullable(),
  /** One line for people. */
  says: z.string(),
});
export type Damage = z.infer<typeof damage>;

/** What a verification found. */
export const auditVerification = z.strictObject({
  whole: z.boolean(),
  damage: damage.nullable(),
  /** Records that were looked at: entries and openings of segments. */
  records: z.number().int(),
  /** Number of the oldest and the newest record; null when there is none. */
  first: z.number().int().nullable(),
  last: z.number().int().nullable(),
  /** Hash of the newest record, hexadecimal; null when there is none. */
  hash: z.string().nullable(),
  /** Hash before the oldest record, where archived segments end; null when the log begins with it. */
  previous: z.string().nullable(),
  /** True when every entry was also opened with the key. */
  contents: z.boolean(),
  /** What the chain was held against, such as `anchor`; empty when nothing outside of it was at hand. */
  against: z.array(z.string()),
  /** Whose signature the head bears, hexadecimal public key; null when unsigned. */
  signer: z.string().nullable(),
});
export type AuditVerification = z.infer<typeof auditVerification>;
