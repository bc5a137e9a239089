import type { Connection } from '../storage/connection.ts';
import { damageOf } from './damages.ts';
import { damagedError } from './end-check.ts';
import type { Head } from './head.ts';
import { holds, keptFrom, lastRecord, recordAdder } from './log-file.ts';
import { encodeHeader, type Header, hashOf, nothingBefore } from './record.ts';
import { sealEntry } from './seal.ts';
import type { Segment } from './segment.ts';

/** An entry on its way: its bytes, and when it was handed over. */
export interface Pending {
  readonly plain: Uint8Array;
  readonly at: number;
}

export interface WrittenGroup {
  /** Number of the record that opened the segment. */
  readonly segment: number;
  readonly written: readonly { readonly number: number; readonly hash: Uint8Array }[];
  readonly head: Head;
}

/**
 * Adds entries at the end, after the opening of their segment when that is not written yet. Runs inside of a
 * transaction and changes nothing but the database, so that it can be run anew.
 * @param known the last head that this process saw; it must still be there
 * @returns null when retention took the segment away: a new one is needed
 * @throws audit_damaged
 */
export function writeGroup(
  connection: Connection,
  known: Head,
  segment: Segment,
  group: readonly Pending[],
): WrittenGroup | null {
  const kept = keptFrom(connection);
  if (known.number >= kept && !holds(connection, known)) {
    throw damagedError(damageOf('swapped', known.number));
  }
  if (segment.number !== null && segment.number < kept) return null;
  const add = recordAdder(connection);
  const last = lastRecord(connection);
  let number = last?.place ?? 0;
  let previous = last?.hash ?? nothingBefore;

  const append = (
    place: Pick<Header, 'type' | 'at' | 'segment'>,
    seal: (header: Uint8Array) => Uint8Array,
  ): void => {
    number += 1;
    const header = encodeHeader({ ...place, log: known.log, number, previous });
    const sealed = seal(header);
    previous = hashOf(header, sealed);
    add({ place: number, header, sealed, hash: previous });
  };

  const opening = segment.number ?? number + 1;
  if (segment.number === null) {
    append({ type: 'segment', at: group[0]?.at ?? 0, segment: opening }, () => segment.sealedKey);
  }
  const written = group.map(({ plain, at }) => {
    append({ type: 'entry', at, segment: opening }, (header) => sealEntry(segment.key, header, plain));
    return { number, hash: previous };
  });
  return { segment: opening, written, head: { log: known.log, first: 1, number, hash: previous } };
}
