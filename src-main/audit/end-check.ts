import { existsSync } from 'node:fs';
import { BackboneError } from '../base/errors.ts';
import type { Damage } from '../contract/audit.ts';
import type { Connection } from '../storage/connection.ts';
import { damageOf } from './damages.ts';
import type { Head } from './head.ts';
import { holds, lastRecord } from './log-file.ts';
import { decodeHeader, sameBytes } from './record.ts';

/**
 * Whether the end of the log stands where the anchor says; takes the same time for a log of any length.
 * @param head what the anchor said before the log was looked at: a log may have grown since then, but not shrunk
 * @returns null when all is well
 */
export function checkEnd(connection: Connection, head: Head): Damage | null {
  const last = lastRecord(connection);
  if (last === null) return head.number === 0 ? null : damageOf('truncated', head.first);
  const header = decodeHeader(last.header);
  if (header === null) return damageOf('changed', last.place);
  if (!sameBytes(header.log, head.log)) return damageOf('swapped');
  if (head.number > last.place) return damageOf('truncated', last.place + 1);
  return holds(connection, head) ? null : damageOf('swapped', head.number);
}

/** A log that is gone although its anchor knows of records. */
export function checkPresence(file: string, head: Head): Damage | null {
  return head.number === 0 || existsSync(file) ? null : damageOf('truncated', head.first);
}

/** The refusal to go on with a damaged log. */
export function damagedError(damage: Damage): BackboneError {
  return new BackboneError(
    'audit_damaged',
    `${damage.says} Run "backbone audit verify" to see all of it, then "backbone audit restart" to set this log aside and begin a new one.`,
  );
}
