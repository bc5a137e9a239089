import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Fleet } from '../../../src-main/agents/fleet.ts';
import { type StartOutcome, waitForStart } from '../../../src-main/agents/start-wait.ts';
import { launched, type Observation, observe } from '../../../src-main/agents/state.ts';
import { systemClock } from '../../../src-main/base/clock.ts';
import type { LaunchEnd } from '../../../src-main/contract/agent.ts';
import type { Dialog } from '../../../src-main/runtimes/runtime.ts';
import { runtimes } from '../../../src-main/runtimes/runtimes.ts';
import { agentRecord, hookReading, screenReading, startedLaunch } from '../../support/agent-records.ts';

const app = agentRecord('app');
const trust: Dialog = {
  kind: 'other',
  tool: null,
  subject: { form: 'other', text: 'Do you trust this folder?' },
  rows: ['Do you trust this folder?'],
  keys: {},
  limit: 'A person answers this in the terminal.',
};
const patience = 60_000;
let fleet: Fleet;
let outcome: StartOutcome | null;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
  fleet = new Fleet((error) => {
    throw error;
  });
  fleet.add(app, null);
  fleet.update(app.id, {
    live: { launch: startedLaunch(app.id), knowledge: launched(systemClock.now()) },
  });
  outcome = null;
});
afterEach(() => {
  vi.useRealTimers();
});

function wait(readyBy: 'hook' | 'screen' | 'process'): void {
  const launch = fleet.byId(app.id)?.live?.launch.id ?? '';
  void waitForStart(fleet, app.id, launch, { ...runtimes.claude, readyBy }, patience, systemClock).then(
    (result) => {
      outcome = result;
    },
  );
}

function see(observation: Observation): void {
  const live = fleet.byId(app.id)?.live;
  if (live == null) throw new Error('It does not run.');
  fleet.update(app.id, { live: { ...live, knowledge: observe(live.knowledge, observation) } });
}
const screen = (more = {}): void =>
  see({ kind: 'screen', at: systemClock.now(), reading: screenReading(more) });
const hook = (more = {}): void => see({ kind: 'hook', at: systemClock.now(), reading: hookReading(more) });

async function outcomeAfter(milliseconds: number): Promise<StartOutcome | null> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return outcome;
}

test('a program that tells nothing is ready as soon as it runs', async () => {
  wait('process');
  expect(await outcomeAfter(0)).toEqual({ outcome: 'ready' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a program with a box is ready when its box is empty', async () => {
  wait('screen');
  expect(await outcomeAfter(1_000)).toBeNull();
  screen();
  expect(await outcomeAfter(0)).toEqual({ outcome: 'ready' });
});

test('an empty box alone does not make a reporting program ready, its first event does', async () => {
  wait('hook');
  screen();
  expect(await outcomeAfter(1_000)).toBeNull();
  hook({ event: 'SessionStart', state: 'idle' });
  expect(await outcomeAfter(300)).toBeNull();
  screen();
  expect(await outcomeAfter(0)).toEqual({ outcome: 'ready' });
});

test('a dialog behind an idle event is seen before the start is called ready', async () => {
  wait('hook');
  hook({ event: 'SessionStart', state: 'idle' });
  expect(await outcomeAfter(300)).toBeNull();
  fleet.update(app.id, { questionId: 'q1' });
  screen({ state: 'waiting_for_human', reason: 'question', dialog: trust });
  expect(await outcomeAfter(0)).toEqual({ outcome: 'waiting_for_human' });
});

test('a fresh busy event keeps waiting, whatever the screen shows', async () => {
  wait('hook');
  screen();
  hook();
  expect(await outcomeAfter(500)).toBeNull();
});

test('a report that never comes does not hold up a start for ever', async () => {
  wait('hook');
  screen();
  expect(await outcomeAfter(4_900)).toBeNull();
  expect(await outcomeAfter(500)).toEqual({ outcome: 'ready' });
});

test('a dialog is the outcome once its question is there', async () => {
  wait('hook');
  screen({ state: 'waiting_for_human', reason: 'permission' });
  expect(await outcomeAfter(300)).toBeNull();
  fleet.update(app.id, { questionId: 'q1' });
  expect(await outcomeAfter(0)).toEqual({ outcome: 'waiting_for_human' });
});

test('an end tells how it ended', async () => {
  wait('hook');
  const end: LaunchEnd = { at: 5, how: 'exited', status: 3, signal: null, lastLines: ['no such option'] };
  fleet.update(app.id, { live: null, lastEnd: end });
  expect(await outcomeAfter(0)).toEqual({ outcome: 'exited', end });
});

test('the time runs out, also when the clock on the wall is turned back', async () => {
  wait('hook');
  await vi.advanceTimersByTimeAsync(30_000);
  vi.setSystemTime(Date.now() - 7_200_000);
  expect(await outcomeAfter(29_000)).toBeNull();
  expect(await outcomeAfter(1_250)).toEqual({ outcome: 'timeout' });
  expect(vi.getTimerCount()).toBe(0);
});
