import type { Damage } from '../contract/audit.ts';
import { Chain, type Link } from './chain.ts';
import { Contents } from './contents.ts';
import { damageOf } from './damages.ts';
import { diagnose } from './diagnosis.ts';
import type { Head } from './head.ts';
import { type StoredRecord, sameBytes } from './record.ts';
import type { RecordsSource } from './records-source.ts';

/** A head that is known from outside of the log, and where from. */
export interface KnownHead {
  readonly from: string;
  readonly head: Head;
}

export interface ChainCheck {
  /** Where the chain must begin; parts that are not known are null. */
  readonly start: {
    readonly log: Uint8Array | null;
    readonly first: number | null;
    readonly previous: Uint8Array | null;
  };
  readonly heads: readonly KnownHead[];
  /** Age identity to open the contents with; null: the chain alone. */
  readonly identity: string | null;
}

export interface ChainResult {
  readonly damage: Damage | null;
  readonly chain: Chain;
}

async function openSegment(
  contents: Contents,
  number: number,
  { sealed }: StoredRecord,
): Promise<Damage | null> {
  return (await contents.enter(number, sealed)) ? null : damageOf('key_mismatch', number);
}

function openEntry(contents: Contents, { record, header }: Link, proven: number): Damage | null {
  const { number } = header;
  if (contents.open(record, header) !== null) return null;
  // Behind the last proven head anyone who can write the file can add to it, but not with the segment's key.
  return damageOf(number > proven ? 'inserted' : 'changed', number);
}

function checkHead(chain: Chain, { head }: KnownHead, seen: ReadonlyMap<number, Uint8Array>): Damage | null {
  if (head.number === 0) return null;
  if (chain.log !== null && !sameBytes(head.log, chain.log)) return damageOf('swapped');
  const last = (chain.expected ?? head.first) - 1;
  if (head.number > last) return damageOf('truncated', last + 1);
  // An old checkpoint may point at what retention has taken away since.
  const hash = seen.get(head.number);
  return hash === undefined || sameBytes(hash, head.hash) ? null : damageOf('swapped', head.number);
}

/**
 * Goes through all records once (and once more when something is wrong, to name it). Memory does not grow with the
 * log, only with its segments.
 */
export async function verifyChain(source: RecordsSource, check: ChainCheck): Promise<ChainResult> {
  const chain = new Chain(check.start);
  const contents = check.identity === null ? null : new Contents(check.identity);
  const asked = new Set(check.heads.map(({ head }) => head.number));
  const proven = Math.max(0, ...asked);
  const seen = new Map<number, Uint8Array>();
  for await (const records of source.batches()) {
    for (const record of records) {
      const link = chain.accept(record);
      if (link === null)
        return {
          chain,
          damage: await diagnose(
            source,
            chain,
            record,
            check.heads.map(({ head }) => head),
          ),
        };
      if (asked.has(link.header.number)) seen.set(link.header.number, record.hash);
      if (contents === null) continue;
      // Waits for segments alone: a million promises would take longer than what they wait for.
      const damage =
        link.header.type === 'segment'
          ? await openSegment(contents, link.header.number, record)
          : openEntry(contents, link, proven);
      if (damage !== null) return { chain, damage };
    }
  }
  for (const known of check.heads) {
    const damage = checkHead(chain, known, seen);
    if (damage !== null) return { chain, damage };
  }
  return { chain, damage: null };
}
