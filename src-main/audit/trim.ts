import { setImmediate } from 'node:timers/promises';
import type { AuditEntry } from '../contract/audit.ts';
import type { Database } from '../storage/database.ts';
import { type Anchor, requireHead } from './anchor.ts';
import { recordAt, recordsAfter } from './log-file.ts';
import { decodeHeader, hex } from './record.ts';

const batch = 2000;

/**
 * The latest segment opening before which everything is older than `before` and to whose earlier segments no later
 * record belongs; null when no segment can go.
 */
async function lastCut(database: Database, before: number): Promise<number | null> {
  const openings: number[] = [];
  /** Each segment's last record; segments of several processes overlap. */
  const lastUses = new Map<number, number>();
  let firstYoung = Number.POSITIVE_INFINITY;
  for (let after = 0; ; ) {
    const records = database.read((connection) => recordsAfter(connection, after, batch));
    if (records.length === 0) break;
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
  const free = openings.slice(1).filter((cut) => {
    const stillUsed = [...lastUses].some(([segment, lastUse]) => segment < cut && lastUse >= cut);
    return cut <= firstYoung && !stillUsed;
  });
  return free.at(-1) ?? null;
}

/** See `AuditLog.trim`. In this order a crash leaves a log that is whole, and the next trim goes on. */
export async function trimLog(
  database: Database,
  anchor: Anchor,
  before: number,
  record: (details: AuditEntry['details']) => Promise<unknown>,
): Promise<number> {
  const first = database.read((connection) => recordsAfter(connection, 0, 1))[0]?.place ?? 1;
  const cut = await lastCut(database, before);
  if (cut === null || cut <= first) return first;
  const last = database.read((connection) => recordAt(connection, cut - 1));
  await record({ first, last: cut - 1, lastHash: last === null ? '' : hex(last.hash) });
  await anchor.advance({ ...requireHead(anchor.read()), first: cut });
  await database.write((connection) => {
    connection.prepare('UPDATE retention SET kept_from = ?').run(cut);
    connection.prepare('DELETE FROM records WHERE number < ?').run(cut);
  });
  return cut;
}
