import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LookSchedule } from '../../../src-main/agents/look-schedule.ts';
import { systemClock } from '../../../src-main/base/clock.ts';

let looks: number[];
let start: number;
let schedule: LookSchedule;
/** Looks end when this resolves. */
let busy: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  looks = [];
  busy = Promise.resolve();
  start = systemClock.elapsed();
  schedule = new LookSchedule(() => {
    looks.push(systemClock.elapsed() - start);
    return busy;
  }, systemClock);
});
afterEach(() => {
  schedule.dispose();
  vi.useRealTimers();
});

test('looks come at their times, and those that are due together are one', async () => {
  schedule.after(0, 60, 60, 250);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toEqual([0, 60, 250]);
});

test('a look at latest comes when no other did', async () => {
  schedule.atLatest(100);
  await vi.advanceTimersByTimeAsync(99);
  expect(looks).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toEqual([100]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(looks).toEqual([100]);
});

test('another look stands for the one at latest', async () => {
  schedule.atLatest(100);
  schedule.after(50);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toEqual([50]);
});

test('looks never overlap: what falls due meanwhile is one look afterwards', async () => {
  const slow = Promise.withResolvers<undefined>();
  busy = slow.promise;
  schedule.after(0, 10, 20, 30);
  await vi.advanceTimersByTimeAsync(500);
  expect(looks).toEqual([0]);
  schedule.after(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(looks).toEqual([0]);
  slow.resolve(undefined);
  await vi.advanceTimersByTimeAsync(500);
  expect(looks).toEqual([0, 1_000]);
});

test('a later wish does not put off an earlier one', async () => {
  schedule.after(10);
  schedule.after(500);
  schedule.atLatest(1_000);
  await vi.advanceTimersByTimeAsync(10);
  expect(looks).toEqual([10]);
});

test('a disposed schedule looks no more, also when it was looking', async () => {
  const slow = Promise.withResolvers<undefined>();
  busy = slow.promise;
  schedule.after(0, 100);
  await vi.advanceTimersByTimeAsync(10);
  schedule.dispose();
  slow.resolve(undefined);
  schedule.after(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toEqual([0]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a flood of wishes is a few looks and costs no more memory than they do', async () => {
  for (let wish = 0; wish < 300_000; wish += 1) schedule.after(0, 60, 250);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toEqual([0, 60, 250]);
});
