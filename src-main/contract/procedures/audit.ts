import { z } from 'zod';
import { auditKind, auditRecord, auditVerification, damage } from '../audit.ts';
import { procedure } from '../procedure.ts';
import { actor } from '../question.ts';

const keyErrors = ['keyring_absent', 'keyring_locked', 'key_missing', 'key_empty'] as const;
const recordNumber = z.coerce.number().int().min(1);

/** Which entries are wanted; what is left out does not narrow. */
export const auditFilter = z.strictObject({
  /** Name or id of an agent. */
  agent: z.string().min(1).max(64).optional(),
  door: actor.shape.door.optional(),
  kind: auditKind.optional(),
  /** Epoch milliseconds, both inclusive. */
  since: z.coerce.number().int().optional(),
  until: z.coerce.number().int().optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

/** Whole closed segments at the beginning of the log. */
const closedPart = z.strictObject({
  /** Numbers of the oldest and of the newest of their records. */
  first: z.number().int().min(1),
  last: z.number().int().min(1),
  /** Hash of the newest, hexadecimal: what the oldest record that stays names as the hash before it. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

export const auditProcedures = {
  'audit.list': procedure({
    method: 'GET',
    path: '/api/audit',
    authority: 'operator',
    summary: 'Entries of the audit log, newest first, and whether its end stands where it should.',
    input: auditFilter.extend({
      /** Only entries with a smaller number: the `next` of the page before. */
      before: recordNumber.optional(),
      /** Only entries with a larger number: the `newest` of an answer before, to see what came since. */
      after: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(100),
    }),
    output: z.strictObject({
      records: z.array(auditRecord),
      /** `before` for the next page; null when there is nothing older. */
      next: z.number().int().nullable(),
      /** Number of the newest record, whatever was asked for; 0 when there is none. */
      newest: z.number().int(),
      /** What is wrong with the end of the log; null when nothing is. The whole is looked at by `audit.verify`. */
      damage: damage.nullable(),
    }),
    errors: ['storage_failed', 'storage_busy', 'audit_damaged', ...keyErrors],
  }),
  'audit.show': procedure({
    method: 'GET',
    path: '/api/audit/{number}',
    authority: 'operator',
    summary: 'One entry in full, with its place in the chain.',
    input: z.strictObject({ number: recordNumber }),
    output: z.strictObject({
      record: auditRecord,
      /** Hash of the record before it, hexadecimal. */
      previous: z.string(),
      /** Number of the record that opened its segment. */
      segment: z.number().int(),
    }),
    errors: ['not_found', 'storage_failed', 'storage_busy', 'audit_damaged', ...keyErrors],
  }),
  'audit.verify': procedure({
    method: 'POST',
    path: '/api/audit/verify',
    authority: 'operator',
    summary: 'Goes through the whole log and names the first bad entry.',
    input: z.strictObject({
      /** False: the chain alone, which needs no key. */
      contents: z.boolean().default(true),
    }),
    output: auditVerification,
    errors: ['storage_failed', 'storage_busy', ...keyErrors],
    patience: 900_000,
  }),
  'audit.export': procedure({
    method: 'GET',
    path: '/api/audit/export',
    authority: 'operator',
    summary: 'The sealed log as JSON Lines, page by page; the last page ends with the signed head.',
    input: z.strictObject({
      /** Left out for the first page, then the `next` of the page before. */
      from: recordNumber.optional(),
      /** The last record that is wanted, such as the `last` of `audit.closed`. Left out: the newest. */
      to: recordNumber.optional(),
      limit: z.coerce.number().int().min(1).max(10_000).default(2000),
    }),
    output: z.strictObject({
      lines: z.array(z.string()),
      /** `from` of the next page; null when this was the last. */
      next: z.number().int().nullable(),
    }),
    errors: ['not_found', 'storage_failed', 'storage_busy', 'audit_damaged'],
  }),
  'audit.closed': procedure({
    method: 'GET',
    path: '/api/audit/closed',
    authority: 'operator',
    summary: 'The oldest segments that nobody adds to any more: what can be archived.',
    input: z.strictObject({
      /** Only what is older, epoch milliseconds. Left out: all that is closed. */
      before: z.coerce.number().int().optional(),
    }),
    output: closedPart,
    errors: ['nothing_closed', 'storage_failed', 'storage_busy'],
    patience: 300_000,
  }),
  'audit.trim': procedure({
    method: 'POST',
    path: '/api/audit/trim',
    authority: 'operator',
    summary:
      'Takes closed segments away that an archive holds now. They cannot be brought back into the log.',
    input: closedPart.extend({
      /** Where the archive lies, for the record. */
      archive: z.string().min(1).max(4096),
      /** SHA-256 of the archive, hexadecimal, for the record. */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    output: z.strictObject({
      /** Number of the oldest record that stays. */
      first: z.number().int(),
    }),
    errors: ['nothing_closed', 'record_failed', 'storage_failed', 'storage_busy', 'audit_damaged'],
    patience: 300_000,
  }),
};
