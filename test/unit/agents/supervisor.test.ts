import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Fleet } from '../../../src-main/agents/fleet.ts';
import { launched } from '../../../src-main/agents/state.ts';
import { type PaneEnd, Supervisor } from '../../../src-main/agents/supervisor.ts';
import { systemClock } from '../../../src-main/base/clock.ts';
import { Emitter } from '../../../src-main/base/emitter.ts';
import { createLogger } from '../../../src-main/base/logger.ts';
import { runtimes } from '../../../src-main/runtimes/runtimes.ts';
import type { SessionFacts, Tmux } from '../../../src-main/tmux/tmux.ts';
import { agentRecord, startedLaunch } from '../../support/agent-records.ts';
import { sessionFacts } from '../../support/session-facts.ts';

const app = agentRecord('app', { runtime: 'shell' });
const facts = sessionFacts('app');
const changed = new Emitter<readonly SessionFacts[]>();
const lost = new Emitter<void>();
let captures: number;
let fleet: Fleet;
let supervisor: Supervisor;
let ends: PaneEnd[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  captures = 0;
  ends = [];
  fleet = new Fleet((error) => {
    throw error;
  });
  fleet.add(app, null);
  fleet.update(app.id, {
    live: { launch: startedLaunch(app.id), knowledge: launched(systemClock.now()) },
  });
  const tmux = {
    changed,
    lost,
    capture: async () => {
      captures += 1;
      const cursor = { column: 0, row: 0, visible: true };
      return { styled: [], cursor, columns: 120, rows: 40, title: '', alternate: false };
    },
    sessions: async () => [facts],
  } as Partial<Tmux> as Tmux;
  const logger = createLogger(() => undefined, systemClock.now);
  supervisor = new Supervisor({ tmux, fleet, runtimes, clock: systemClock, logger });
  supervisor.paneEnded.on((end) => void ends.push(end));
  supervisor.watch(app.id);
});
afterEach(async () => {
  await supervisor.dispose();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('a closed terminal is an end', () => {
  changed.emit([facts]);
  expect(ends).toEqual([]);
  const dead = { ...facts, dead: true, deadStatus: 3 };
  changed.emit([dead]);
  expect(ends).toEqual([{ agentId: app.id, facts: dead }]);
});

test('a session that is gone, alone or with its server, is an end', () => {
  changed.emit([{ ...facts, name: 'app-2' }]);
  lost.emit();
  expect(ends).toEqual([
    { agentId: app.id, facts: null },
    { agentId: app.id, facts: null },
  ]);
});

test('an agent that is being stopped is not reported as ended', () => {
  supervisor.hold(app.id);
  changed.emit([]);
  expect(ends).toEqual([]);
  supervisor.release(app.id);
  changed.emit([]);
  expect(ends).toHaveLength(1);
});

test('a session that a person made under the name of ours is not ours', () => {
  changed.emit([{ ...facts, pane: '%9' }]);
  expect(ends).toEqual([{ agentId: app.id, facts: null }]);
});

test('output brings a look at once and one when the second of the output is over', async () => {
  await vi.advanceTimersByTimeAsync(5_000);
  const before = captures;
  vi.setSystemTime(1_000_300);
  changed.emit([{ ...facts, activity: 1_000 }]);
  await vi.advanceTimersByTimeAsync(100);
  expect(captures).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(649);
  expect(captures).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(10);
  expect(captures).toBe(before + 2);
});

test('without any sign the screen is looked at every two minutes', async () => {
  await vi.advanceTimersByTimeAsync(5_000);
  const before = captures;
  changed.emit([facts]);
  await vi.advanceTimersByTimeAsync(360_000);
  expect(captures - before).toBeGreaterThanOrEqual(2);
  expect(captures - before).toBeLessThanOrEqual(4);
});

test('a new size is shown', () => {
  changed.emit([{ ...facts, columns: 200, rows: 60 }]);
  expect(fleet.byName('app').live?.launch).toMatchObject({ columns: 200, rows: 60 });
});

test('after the clock was turned back an event counts at once, and none stands in the future', () => {
  const claude = agentRecord('other', { runtime: 'claude' });
  fleet.add(claude, null);
  const launch = startedLaunch(claude.id, { id: 'e'.repeat(32), pane: '%2' });
  fleet.update(claude.id, { live: { launch, knowledge: launched(systemClock.now()) } });
  const report = (event: string) =>
    supervisor.takeEvent({
      launchId: launch.id,
      runtime: 'claude',
      at: systemClock.now(),
      payload: { hook_event_name: event, session_id: 'one' },
    });
  const reading = () => fleet.byId(claude.id)?.live?.knowledge.reading;
  report('UserPromptSubmit');
  expect(reading()?.state).toBe('busy');
  vi.setSystemTime(systemClock.now() - 7_200_000);
  report('Stop');
  expect(reading()).toMatchObject({ state: 'idle' });
  expect(reading()?.since).toBeLessThanOrEqual(systemClock.now());
});
