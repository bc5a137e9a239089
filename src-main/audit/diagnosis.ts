import type { Damage } from '../contract/audit.ts';
import { type Chain, isConsistent } from './chain.ts';
import { damageOf } from './damages.ts';
import type { Head } from './head.ts';
import { decodeHeader, type Header, nothingBefore, type StoredRecord, sameBytes } from './record.ts';
import type { RecordsSource } from './records-source.ts';

/** What the rest of the log tells about the place where the chain broke. */
interface Surroundings {
  /** The record that belongs there was found at another place. */
  readonly rightfulElsewhere: boolean;
  /** Others build on the one that stands there: a consistent record, or a head that is kept outside. */
  readonly followed: boolean;
  /** An earlier place at which an equal record stands; null when there is none. */
  readonly copyOf: number | null;
  /** The record that stands there is an honest one of another place: one of its neighbours knows it. */
  readonly genuine: boolean;
}

function* consistent(records: readonly StoredRecord[]): Iterable<{ record: StoredRecord; header: Header }> {
  for (const record of records) {
    const header = decodeHeader(record.header);
    if (header !== null && isConsistent(record)) yield { record, header };
  }
}

async function lookAround(
  source: RecordsSource,
  expected: number,
  previous: Uint8Array | null,
  found: StoredRecord | null,
  heads: readonly Head[],
): Promise<Surroundings> {
  const own = found === null ? null : decodeHeader(found.header);
  let rightfulElsewhere = false;
  let followed =
    found !== null && heads.some(({ number, hash }) => number === expected && sameBytes(hash, found.hash));
  let genuine = false;
  let copyOf: number | null = null;
  for await (const records of source.batches()) {
    for (const { record, header } of consistent(records)) {
      const isFound = record.place === found?.place;
      const belongs =
        header.number === expected && (previous === null || sameBytes(header.previous, previous));
      if (belongs && !isFound) rightfulElsewhere = true;
      if (found === null || own === null || isFound) continue;
      if (record.place < found.place && sameBytes(record.hash, found.hash)) copyOf = record.place;
      if (header.number === own.number + 1 && sameBytes(header.previous, found.hash)) {
        genuine = true;
        followed ||= own.number === expected;
      }
      if (header.number === own.number - 1 && sameBytes(record.hash, own.previous)) genuine = true;
    }
  }
  return { rightfulElsewhere, followed, copyOf, genuine };
}

/**
 * Names the damage where `chain` stopped.
 * @param found the record that stands there, or after a gap, and does not fit
 * @param heads that are known from outside of the log
 */
export async function diagnose(
  source: RecordsSource,
  chain: Chain,
  found: StoredRecord,
  heads: readonly Head[],
): Promise<Damage> {
  const expected = chain.expected ?? found.place;
  const header = decodeHeader(found.header);
  if (chain.count === 0 && chain.log !== null && header !== null && isConsistent(found)) {
    if (!sameBytes(header.log, chain.log)) return damageOf('swapped');
  }
  // A place that is skipped holds no record at all.
  const standing = found.place > expected ? null : found;
  const previous = chain.hash ?? (expected === 1 ? nothingBefore : null);
  const around = await lookAround(source, expected, previous, standing, heads);
  if (standing === null) return damageOf(around.rightfulElsewhere ? 'reordered' : 'removed', expected);
  if (standing.place < expected) return damageOf('inserted', standing.place);
  if (header === null || !isConsistent(standing)) {
    return damageOf(around.rightfulElsewhere ? 'inserted' : 'changed', expected);
  }
  return diagnoseConsistent(chain, header, around, expected);
}

function diagnoseConsistent(chain: Chain, header: Header, around: Surroundings, expected: number): Damage {
  const foreign = chain.log !== null && !sameBytes(header.log, chain.log);
  if (around.copyOf !== null || foreign) {
    return damageOf(around.rightfulElsewhere ? 'inserted' : 'changed', expected);
  }
  if (header.number === expected) {
    if (around.rightfulElsewhere) return damageOf('inserted', expected);
    // Others build on this one, so it is the one before that was written anew.
    const before = around.followed && chain.count > 0;
    return damageOf('changed', before ? expected - 1 : expected);
  }
  // An older record that had to make room: what stands in its place came later.
  if (header.number < expected) return damageOf('inserted', header.number);
  if (!around.rightfulElsewhere) return damageOf('removed', expected);
  return damageOf(around.genuine ? 'reordered' : 'inserted', expected);
}
