import { setImmediate } from 'node:timers/promises';
import { BackboneError } from '../base/errors.ts';
import type { AuditEntry } from '../contract/audit.ts';
import type { Connection } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { type Anchor, requireHead } from './anchor.ts';
import { recordAt, recordsAfter } from './log-file.ts';
import { decodeHeader, hex } from './record.ts';

const batch = 2000;

/** Whole closed segments at the beginning of a log: what can be archived and taken away. */
export interface ClosedPart {
  /** Number of its oldest and of its newest record. */
  readonly first: number;
  readonly last: number;
  /** Hash of its newest record, hexadecimal: what the next record names as the hash before it. */
  readonly hash: string;
}

/** What a walk through all headers tells about segments; those of several processes overlap. */
interface Survey {
  readonly openings: readonly number[];
  /** Each segment's last record. */
  readonly lastUses: ReadonlyMap<number, number>;
  /** Number of the first entry that is not older than asked for; infinite when there is none. */
  readonly firstYoung: number;
}

/** Null when a record cannot be read: nothing is taken away from a damaged log. */
async function survey(database: Database, before: number): Promise<Survey | null> {
  const openings: number[] = [];
  const lastUses = new Map<number, number>();
  let firstYoung = Number.POSITIVE_INFINITY;
  for (let after = 0; ; ) {
    const records = database.read((connection) => recordsAfter(connection, after, batch));
    if (records.length === 0) return { openings, lastUses, firstYoung };
    for (const { header: bytes, place } of records) {
      after = place;
      const header = decodeHeader(bytes);
      if (header === null) return null;
      if (header.type === 'segment') openings.push(place);
      else if (header.at >= before) firstYoung = Math.min(firstYoung, place);
      lastUses.set(header.segment, place);
    }
    await setImmediate();
  }
}

/** A segment's opening before which no segment is that a record from there on belongs to. */
function isFree(cut: number, lastUses: Survey['lastUses']): boolean {
  return ![...lastUses].some(([segment, lastUse]) => segment < cut && lastUse >= cut);
}

function oldest(connection: Connection): number {
  return recordsAfter(connection, 0, 1)[0]?.place ?? 1;
}

function partBefore(connection: Connection, cut: number): ClosedPart | null {
  const first = oldest(connection);
  const last = recordAt(connection, cut - 1);
  return last === null || cut <= first ? null : { first, last: cut - 1, hash: hex(last.hash) };
}

/** The most that can be taken away of what is older than `before` (epoch milliseconds); null when nothing can. */
export async function closedPart(database: Database, before: number): Promise<ClosedPart | null> {
  const found = await survey(database, before);
  const cut = found?.openings.slice(1).findLast((at) => at <= found.firstYoung && isFree(at, found.lastUses));
  return cut === undefined ? null : database.read((connection) => partBefore(connection, cut));
}

/** From here on nobody adds to the segments of the part. @returns false when somebody did since it was looked at */
function claim(connection: Connection, cut: number): boolean {
  for (let after = cut - 1; ; ) {
    const records = recordsAfter(connection, after, batch);
    const last = records.at(-1);
    if (last === undefined) break;
    if (records.some(({ header }) => (decodeHeader(header)?.segment ?? 0) < cut)) return false;
    after = last.place;
  }
  connection.prepare('UPDATE retention SET kept_from = max(kept_from, ?)').run(cut);
  return true;
}

function notClosed(): BackboneError {
  return new BackboneError(
    'nothing_closed',
    'Those records are no closed segments at the beginning of the audit log. Nothing was taken away; try again.',
  );
}

/**
 * Takes a part away. In this order a crash leaves a log that is whole, and the next time goes on: nobody adds to the
 * part any more, an entry says what goes, the anchor's `first` goes up, the records go.
 * @throws nothing_closed when it is no such part, or not any more
 */
export async function trimPart(
  database: Database,
  anchor: Anchor,
  part: ClosedPart,
  record: (details: AuditEntry['details']) => Promise<unknown>,
): Promise<number> {
  const { first, last, hash } = part;
  const cut = last + 1;
  const isClaimed = await database.write((connection) => {
    const opening = recordAt(connection, cut);
    const isOpening = opening !== null && decodeHeader(opening.header)?.type === 'segment';
    const found = partBefore(connection, cut);
    return isOpening && found?.first === first && found.hash === hash && claim(connection, cut);
  });
  if (!isClaimed) throw notClosed();
  await record({ first, last, lastHash: hash });
  await anchor.advance({ ...requireHead(anchor.read()), first: cut });
  await database.write((connection) => {
    connection.prepare('DELETE FROM records WHERE number < ?').run(cut);
  });
  return cut;
}
