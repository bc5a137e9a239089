import type { KeyObject } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { newSegmentKey, sealSegmentKey } from './seal.ts';

/** When a process begins a new segment of its own accord, besides at its start. */
export interface Rotation {
  readonly records: number;
  readonly milliseconds: number;
}

export const usualRotation: Rotation = { records: 100_000, milliseconds: 24 * 3_600_000 };

/** A run of entries under one key. Every process that writes has a segment of its own. */
export interface Segment {
  readonly key: KeyObject;
  readonly sealedKey: Uint8Array;
  /** Of the clock's `elapsed`. */
  readonly openedAt: number;
  /** Number of the record that opened it; null until that is written. */
  number: number | null;
  /** Entries written so far. */
  entries: number;
}

export async function newSegment(recipient: string, clock: Clock): Promise<Segment> {
  const key = newSegmentKey();
  return {
    key,
    sealedKey: await sealSegmentKey(key, recipient),
    openedAt: clock.elapsed(),
    number: null,
    entries: 0,
  };
}

export function isDue(segment: Segment, rotation: Rotation, clock: Clock): boolean {
  return segment.entries >= rotation.records || clock.elapsed() - segment.openedAt >= rotation.milliseconds;
}
