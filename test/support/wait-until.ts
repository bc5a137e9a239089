import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect } from 'vitest';

export interface WaitOptions {
  /** Milliseconds until it gives up. Default: 10 seconds. */
  readonly within?: number;
  /** Milliseconds between two looks. Default: 20. */
  readonly every?: number;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { depth: 4, breakLength: 110 });
}

/**
 * Looks again and again until `accept` takes what was seen, and returns that.
 * @param what the awaited fact, for the failure: `the dialog is on screen`
 * @param look may throw; that counts as not there yet
 * @throws an Error that names `what` and shows what was seen last.
 */
export async function waitUntil<T>(
  what: string,
  look: () => T | Promise<T>,
  accept: (seen: T) => boolean = Boolean,
  { within = 10_000, every = 20 }: WaitOptions = {},
): Promise<T> {
  const started = performance.now();
  for (;;) {
    let last: string;
    try {
      const seen = await look();
      if (accept(seen)) return seen;
      last = shown(seen);
    } catch (error) {
      last = shown(error);
    }
    if (performance.now() - started >= within) {
      throw new Error(`Not within ${within} ms: ${what}. Last seen:\n${last}`);
    }
    await pause(every);
  }
}

/** Whether `seen` holds all of `expected`, as `toMatchObject` compares: for the `accept` of a wait. */
export function matches(seen: unknown, expected: object): boolean {
  try {
    expect(seen).toMatchObject(expected);
    return true;
  } catch {
    return false;
  }
}
