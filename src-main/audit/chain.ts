import { decodeHeader, type Header, hashOf, nothingBefore, type StoredRecord, sameBytes } from './record.ts';

/** A record that fits, with its header read. */
export interface Link {
  readonly record: StoredRecord;
  readonly header: Header;
}

/** True when the three pieces of a record belong together, wherever it stands. */
export function isConsistent(record: StoredRecord): boolean {
  return sameBytes(hashOf(record.header, record.sealed), record.hash);
}

/** Goes along a chain record by record and holds nothing but its end and the segments it met. */
export class Chain {
  /** Identity of the log; null until it is known. */
  log: Uint8Array | null;
  /** Number of the first record; null before it. */
  first: number | null = null;
  /** Number of the record that must come next; null at the beginning of a log of which nothing is known. */
  expected: number | null;
  /** The hash the next record must name; null where the record before was taken away with its segment. */
  hash: Uint8Array | null;
  /** The hash that the first record names as the one before it; null before the first. */
  before: Uint8Array | null = null;
  count = 0;
  readonly #segments = new Set<number>();

  /** @param start where the records must begin, as far as it is known from outside */
  constructor(start: { log: Uint8Array | null; first: number | null; previous: Uint8Array | null }) {
    this.log = start.log;
    this.expected = start.first;
    this.hash = start.previous;
  }

  /** The record's link, and the chain goes on behind it; null when it does not fit, and the chain stays. */
  accept(record: StoredRecord): Link | null {
    const header = decodeHeader(record.header);
    if (header === null || !this.#fits(record, header) || !isConsistent(record)) return null;
    this.first ??= header.number;
    this.before ??= header.previous;
    this.log ??= header.log;
    this.expected = header.number + 1;
    this.hash = record.hash;
    this.count += 1;
    if (header.type === 'segment') this.#segments.add(header.number);
    return { record, header };
  }

  #fits(record: StoredRecord, header: Header): boolean {
    const expected = this.expected ?? record.place;
    const previous = this.hash ?? (expected === 1 ? nothingBefore : header.previous);
    return (
      record.place === expected &&
      header.number === expected &&
      sameBytes(header.previous, previous) &&
      (this.log === null || sameBytes(header.log, this.log)) &&
      (header.type === 'segment' ? header.segment === header.number : this.#segments.has(header.segment))
    );
  }
}
