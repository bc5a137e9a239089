import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';

/** After this long without counting anew, earlier failures are forgotten, milliseconds. */
const window = 60_000;
/** Failures in a window that are answered at once: a mistyped key. */
const free = 5;
const longest = 2_000;
/** Refusals that may wait at the same time; memory is bounded by it. */
const most = 64;

/** Slows down who guesses credentials. A valid credential is never slowed, whatever others do. */
export interface FailedAttempts {
  /** Counts one failure and waits before it may be answered. */
  slow(): Promise<void>;
  /** Failures in the present window. */
  count(): number;
}

/** How long the answer to the `failures`th failure of a window waits, milliseconds. */
export function delayAfter(failures: number): number {
  return failures <= free ? 0 : Math.min(longest, 50 * 2 ** Math.min(failures - free - 1, 10));
}

export function createFailedAttempts(
  clock: Clock,
  wait: (milliseconds: number) => Promise<void> = (milliseconds) =>
    delay(milliseconds, undefined, { ref: false }),
): FailedAttempts {
  let since = clock.elapsed();
  let failures = 0;
  let waiting = 0;
  const count = (): number => {
    if (clock.elapsed() - since >= window) {
      since = clock.elapsed();
      failures = 0;
    }
    return failures;
  };
  return {
    count,
    async slow() {
      failures = count() + 1;
      const milliseconds = delayAfter(failures);
      if (milliseconds === 0 || waiting >= most) return;
      waiting += 1;
      try {
        await wait(milliseconds);
      } finally {
        waiting -= 1;
      }
    },
  };
}
