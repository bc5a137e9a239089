import { expect, test } from 'vitest';
import { createFailedAttempts, delayAfter } from '../../../src-main/authority/failed-attempts.ts';

function turnable() {
  let time = 0;
  return {
    clock: { now: () => time, elapsed: () => time },
    forward: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

test('the first few are answered at once, later ones wait longer, up to a bound', () => {
  expect([1, 5, 6, 7, 8, 11, 1_000_000].map(delayAfter)).toEqual([0, 0, 50, 100, 200, 1600, 2000]);
});

test('after a quiet window it begins anew', async () => {
  const { clock, forward } = turnable();
  const waits: number[] = [];
  const attempts = createFailedAttempts(clock, (milliseconds) => {
    waits.push(milliseconds);
    return Promise.resolve();
  });
  for (let n = 0; n < 7; n += 1) await attempts.slow();
  expect(waits).toEqual([50, 100]);
  forward(60_000);
  expect(attempts.count()).toBe(0);
  await attempts.slow();
  expect(waits).toEqual([50, 100]);
});

test('a flood keeps only so many waiting', async () => {
  const { clock } = turnable();
  const release: (() => void)[] = [];
  const attempts = createFailedAttempts(clock, () => new Promise((resolve) => release.push(resolve)));
  const all = Array.from({ length: 1000 }, () => attempts.slow());
  expect(release).toHaveLength(64);
  for (const go of release) go();
  await Promise.all(all);
});
