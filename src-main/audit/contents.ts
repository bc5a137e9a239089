import type { KeyObject } from 'node:crypto';
import type { Header, StoredRecord } from './record.ts';
import { openEntry, openSegmentKey } from './seal.ts';

/** Opens records with the machine's identity. Holds the keys of the segments it met, 32 bytes each. */
export class Contents {
  readonly #identity: string;
  readonly #keys = new Map<number, KeyObject>();

  /** @param identity age identity (`AGE-SECRET-KEY-1…`) */
  constructor(identity: string) {
    this.#identity = identity;
  }

  has(segment: number): boolean {
    return this.#keys.has(segment);
  }

  /** Takes in the record that opens a segment; false when it was sealed to someone else. */
  async enter(number: number, sealed: Uint8Array): Promise<boolean> {
    const key = await openSegmentKey(sealed, this.#identity);
    if (key !== null) this.#keys.set(number, key);
    return key !== null;
  }

  /** The sealed bytes of an entry whose segment was entered; null when someone without the key wrote it. */
  open(record: StoredRecord, header: Header): Buffer | null {
    const key = this.#keys.get(header.segment);
    return key === undefined ? null : openEntry(key, record.header, record.sealed);
  }
}
