import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Fleet } from '../../../src-main/agents/fleet.ts';
import { SpoolWatcher } from '../../../src-main/agents/spool-watcher.ts';
import { launched } from '../../../src-main/agents/state.ts';
import { Supervisor } from '../../../src-main/agents/supervisor.ts';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { createLogger } from '../../../src-main/base/logger.ts';
import { runtimes } from '../../../src-main/runtimes/runtimes.ts';
import type { SpoolRecord } from '../../../src-main/runtimes/spool-record.ts';
import { agentRecord, startedLaunch } from '../../support/agent-records.ts';
import { type OurTmux, ourTmux } from '../../support/our-tmux.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait-until.ts';

const launch = 'a'.repeat(32);
let held: Disposables;
let folder: string;
let taken: SpoolRecord[];
let logged: string[];
const logger = createLogger((line) => logged.push(line), Date.now);

beforeEach(() => {
  held = new Disposables();
  folder = held.add(temporaryFolder('spool')).path;
  taken = [];
  logged = [];
});
afterEach(() => held.dispose());

function watchSpool(take: (record: SpoolRecord) => void = (record) => taken.push(record)): SpoolWatcher {
  return held.add(new SpoolWatcher(folder, take, logger));
}

/** Leaves an event as a hook does: written aside, then moved. `age` in milliseconds makes it older than it is. */
function drop(payload: unknown, name: string, age: number | null = null, of = launch): void {
  const file = path.join(folder, `${of}.claude-${name}.json`);
  const aside = path.join(folder, `.${of}.claude-${name}.json`);
  writeFileSync(aside, typeof payload === 'string' ? payload : JSON.stringify(payload), { mode: 0o600 });
  const seconds = (Date.now() - (age ?? 0)) / 1_000;
  if (age !== null) utimesSync(aside, seconds, seconds);
  renameSync(aside, file);
}

const payloads = (): unknown[] => taken.map(({ payload }) => payload);
const taking = (count: number): Promise<unknown> =>
  waitUntil(
    `${count} events are taken`,
    () => taken.length,
    (seen) => seen === count,
  );
const emptied = (): Promise<unknown> =>
  waitUntil(
    'the spool is empty',
    () => readdirSync(folder),
    (left) => left.length === 0,
  );

test('an event that no hook of ours would leave, for its size, is thrown away unread', async () => {
  drop(JSON.stringify('x'.repeat(1_048_577)), '1-0', 2_000);
  drop('"small"', '2-0', 1_000);
  watchSpool();
  await emptied();
  expect(payloads()).toEqual(['small']);
});

test('what waited is taken by its time, whatever its name, and removed', async () => {
  drop('"third"', '1-0', 1_000);
  drop('"first"', '3-0', 3_000);
  drop('"second"', '2-0', 2_000);
  watchSpool();
  await emptied();
  expect(payloads()).toEqual(['first', 'second', 'third']);
  expect(taken[0]).toMatchObject({ launchId: launch, runtime: 'claude' });
  expect(Math.abs(Date.now() - 3_000 - (taken[0]?.at ?? 0))).toBeLessThan(2_000);
});

test('what comes later is taken once, in order', async () => {
  watchSpool();
  for (let number = 0; number < 50; number += 1) drop(number, `${number}-0`);
  await taking(50);
  expect(payloads()).toEqual(Array.from({ length: 50 }, (_, number) => number));
  await emptied();
});

test('a flood of a thousand is taken whole, in order, and other work goes on meanwhile', async () => {
  for (let number = 0; number < 1_000; number += 1) drop(number, `${number}-0`, 2_000 - number);
  let turns = 0;
  let counting = true;
  const count = (): void => {
    turns += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  watchSpool();
  await taking(1_000);
  counting = false;
  expect(payloads()).toEqual(Array.from({ length: 1_000 }, (_, number) => number));
  expect(turns).toBeGreaterThan(4);
  await emptied();
});

test('what is still being written is left alone', async () => {
  watchSpool();
  const aside = path.join(folder, `.${launch}.claude-1-0.json`);
  writeFileSync(aside, '"half', { mode: 0o600 });
  drop('"whole"', '2-0');
  await taking(1);
  expect(readdirSync(folder)).toEqual([path.basename(aside)]);
});

test('links, folders, broken JSON and foreign names are taken away, unread, and stop nothing', async () => {
  const outside = path.join(held.add(temporaryFolder('outside')).path, 'secret.json');
  writeFileSync(outside, '"secret"', { mode: 0o644 });
  symlinkSync(outside, path.join(folder, `${launch}.claude-1-0.json`));
  mkdirSync(path.join(folder, `${launch}.claude-2-0.json`, 'inner'), { recursive: true });
  drop('{"half":', '3-0');
  drop(Buffer.from([0x22, 0xff, 0x22]).toString('latin1'), '4-0');
  writeFileSync(path.join(folder, 'README'), 'hello');
  writeFileSync(path.join(folder, `${launch}.claude-5-0.json`), Buffer.from([0x22, 0xff, 0x22]));
  watchSpool();
  drop('"good"', '6-0');
  await emptied();
  expect(payloads()).toContain('good');
  expect(payloads()).not.toContain('secret');
  expect(readFileSync(outside, 'utf8')).toBe('"secret"');
});

test('a listener that fails loses its own event only', async () => {
  watchSpool((record) => {
    if (record.payload === 'bad') throw new Error('no');
    taken.push(record);
  });
  drop('"bad"', '1-0');
  drop('"good"', '2-0');
  await taking(1);
  await emptied();
  expect(logged.join('')).toContain('spool.read');
});

test('after its end it takes nothing any more', async () => {
  watchSpool().dispose();
  drop('"late"', '1-0');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(taken).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('events of an older launch, of another runtime, of no event, and from the future', async () => {
  const place: OurTmux = ourTmux();
  held.defer(() => place.dispose());
  const app = agentRecord('app');
  const fleet = new Fleet((error) => {
    throw error;
  });
  fleet.add(app, null);
  let now = Date.now();
  const clock = { now: () => now, elapsed: () => performance.now() };
  const supervisor = held.add(new Supervisor({ tmux: await place.open(), fleet, runtimes, clock, logger }));
  fleet.update(app.id, { live: { launch: startedLaunch(app.id, { id: launch }), knowledge: launched(now) } });
  const reading = () => fleet.byId(app.id)?.live?.knowledge.reading;
  const busy = { hook_event_name: 'UserPromptSubmit', session_id: 's' };
  const event = (more: Partial<SpoolRecord>): void =>
    supervisor.takeEvent({ launchId: launch, runtime: 'claude', at: now, payload: busy, ...more });

  for (const foreign of [
    { launchId: 'b'.repeat(32) },
    { runtime: 'shell' },
    ...[[], null, 7, 'x', { ...busy, hook_event_name: 'Unheard' }, { hook_event_name: [] }].map(
      (payload) => ({ payload }),
    ),
  ])
    event(foreign);
  expect(reading()?.state).toBe('starting');

  event({ at: now + 7_200_000 });
  expect(reading()).toMatchObject({ state: 'busy', since: now });
  // What claimed to come from the future does not keep the next event out.
  now += 1;
  event({ payload: { hook_event_name: 'Stop', session_id: 's' } });
  expect(reading()?.state).toBe('idle');
});
