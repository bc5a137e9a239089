import { z } from 'zod';
import { oldLine } from '../old-audit.ts';
import { procedure } from '../procedure.ts';

/** Most lines of an old log in one page. */
export const mostImported = 500;

const recordNumber = z.number().int().min(1);

/** What stands beside each other in the entries that begin and end an import. */
const oldFile = z.strictObject({
  /** SHA-256 of the whole file, hexadecimal: the same file is noticed when it comes again. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Where it lay, for people. */
  path: z.string().min(1).max(4096),
  bytes: z.number().int().min(0),
  /** Lines that hold something, read or not. */
  lines: z.number().int().min(1),
});

export const auditImportProcedures = {
  'audit.import': procedure({
    method: 'POST',
    path: '/api/audit/import',
    authority: 'operator',
    summary:
      'Records the lines of an audit log of Backpack 1.0, page by page. Whoever calls has opened them.',
    input: z.strictObject({
      file: oldFile,
      /** Left out for the first page, then the `import` of its answer. */
      import: recordNumber.optional(),
      /** True: also when this file was imported before. */
      again: z.boolean().default(false),
      lines: z.array(oldLine).min(1).max(mostImported),
      /** Null while more pages come; with the last one, how many lines of the file were read and how many were not. */
      end: z.strictObject({ read: z.number().int().min(0), unread: z.number().int().min(0) }).nullable(),
    }),
    output: z.strictObject({
      /** Number of the entry that began the import. */
      import: recordNumber,
      /** Number of the newest entry that this page made. */
      last: recordNumber,
    }),
    errors: [
      'already_imported',
      'record_failed',
      'storage_failed',
      'storage_busy',
      'audit_damaged',
      'keyring_absent',
      'keyring_locked',
      'key_missing',
      'key_empty',
    ],
    // The first page looks through the whole log for an earlier import.
    patience: 900_000,
  }),
};
