import type { z } from 'zod';
import { BackboneError } from '../../base/errors.ts';
import { KeyedLock } from '../../base/keyed-lock.ts';
import type { AuditEntry } from '../../contract/audit.ts';
import type { OldLine } from '../../contract/old-audit.ts';
import type { auditImportProcedures } from '../../contract/procedures/audit-import.ts';
import type { Actor } from '../../contract/question.ts';
import type { Appended, AuditLog } from '../audit-log.ts';
import type { AuditReader } from '../reader.ts';
import { findImport } from './find-import.ts';

type Declared = (typeof auditImportProcedures)['audit.import'];
type Input = z.output<Declared['input']>;
type Output = z.output<Declared['output']>;

/** Takes in one page of an old log. @throws already_imported, record_failed, and what reading the log throws */
export type ImportBackpackLog = (input: Input, actor: Actor) => Promise<Output>;

function iso(at: number): string {
  return new Date(at).toISOString();
}

function lineDetails(importNumber: number, found: OldLine): AuditEntry['details'] {
  const { line } = found;
  if (found.is === 'unread') return { step: 'unread', line, why: found.why, import: importNumber };
  const { at, event, details, key } = found;
  return { step: 'line', line, event, time: iso(at), key, details, import: importNumber };
}

/** @throws already_imported */
async function assertNew(reader: Pick<AuditReader, 'list'>, digest: string): Promise<void> {
  const earlier = await findImport(reader, digest);
  if (earlier === null) return;
  const how = earlier.finished ? 'was imported' : 'began to be imported, but not to its end,';
  throw new BackboneError(
    'already_imported',
    `This file ${how} on ${iso(earlier.at)} (entry ${earlier.number}). Use --again to record it once more.`,
  );
}

/**
 * What records old logs. An import is one kind of entry in four steps: `begun`, then `line` or `unread` for each line
 * of the file, then `done` with the counts. Every step names the number of the `begun` one.
 */
export function backpackImport(
  audit: Pick<AuditLog, 'append'>,
  reader: Pick<AuditReader, 'list'>,
): ImportBackpackLog {
  const beginning = new KeyedLock();
  return async ({ file, again, lines, end, ...input }, actor) => {
    const { digest, path, ...size } = file;
    const record = (details: AuditEntry['details']): Promise<Appended> =>
      audit.append({ kind: 'audit.imported', actor, agent: null, launch: null, details });
    const begin = async (): Promise<Appended> => {
      if (!again) await assertNew(reader, digest);
      return record({ step: 'begun', path, ...size, again, digest });
    };
    // Of two who bring the same file at once, the second finds the first.
    const begun = input.import ?? (await beginning.run(digest, begin)).number;
    const recorded = lines.map((line) => record(lineDetails(begun, line)));
    if (end !== null) recorded.push(record({ step: 'done', ...end, import: begun, digest }));
    const numbers = (await Promise.all(recorded)).map(({ number }) => number);
    return { import: begun, last: Math.max(begun, ...numbers) };
  };
}
