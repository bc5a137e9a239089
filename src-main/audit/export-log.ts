import { BackboneError } from '../base/errors.ts';
import type { Connection } from '../storage/connection.ts';
import { type Anchor, requireHead } from './anchor.ts';
import { damageOf } from './damages.ts';
import { damagedError } from './end-check.ts';
import { writeHeadLine, writeOpeningLine, writeRecordLine } from './export-format.ts';
import { lastRecord, recordAt, recordsAfter } from './log-file.ts';
import { decodeHeader, nothingBefore } from './record.ts';

export interface ExportPage {
  /** Without line breaks at their ends. */
  readonly lines: readonly string[];
  /** `from` of the next page; null when the signed head was the last line. */
  readonly next: number | null;
}

export interface ExportRange {
  /** Null for the first page, then the `next` of the page before. */
  readonly from: number | null;
  /** The last record of the export; null for the newest. */
  readonly to: number | null;
  /** Most records of the page. */
  readonly limit: number;
}

/**
 * A part of the log as JSON Lines; all pages one after another are one export. Nothing is opened: no key is needed.
 * @throws not_found when the record it should end with is not there; audit_damaged when there is no head to sign for
 */
export function exportPage(
  connection: Connection,
  anchor: Anchor,
  { from, to, limit }: ExportRange,
): ExportPage {
  const { log } = requireHead(anchor.read());
  const oldest = recordsAfter(connection, 0, 1)[0];
  const first = oldest?.place ?? 1;
  const end = to === null ? lastRecord(connection) : recordAt(connection, to);
  if (to !== null && end === null) {
    throw new BackboneError('not_found', `The audit log has no record ${to} to end an export with.`);
  }
  const records = recordsAfter(connection, (from ?? first) - 1, limit).filter(
    ({ place }) => end !== null && place <= end.place,
  );
  const lines = records.map(writeRecordLine);
  if (from === null) {
    const previous = oldest === undefined ? nothingBefore : decodeHeader(oldest.header)?.previous;
    if (previous === undefined) throw damagedError(damageOf('changed', first));
    lines.unshift(writeOpeningLine(log, first, previous));
  }
  const last = records.at(-1)?.place ?? end?.place ?? 0;
  if (end !== null && last < end.place) return { lines, next: last + 1 };
  const head = { log, first, number: end?.place ?? 0, hash: end?.hash ?? nothingBefore };
  lines.push(writeHeadLine(head, anchor.signer.sign(head)));
  return { lines, next: null };
}
