import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Knowledge,
  launched,
  type Observation,
  observe,
  offlineReading,
  reconsider,
  turnedBack,
} from '../../../src-main/agents/state.ts';
import { agentState, stateReading, stateReason } from '../../../src-main/contract/state.ts';
import type { Dialog, HookReading, ScreenReading } from '../../../src-main/runtimes/runtime.ts';
import { hookReading, screenReading } from '../../support/agent-records.ts';

const start = 1_000_000;
const hook = (at: number, more: Partial<HookReading> = {}): Observation => ({
  kind: 'hook',
  at: start + at,
  reading: hookReading(more),
});
const screen = (at: number, more: Partial<ScreenReading> = {}): Observation => ({
  kind: 'screen',
  at: start + at,
  reading: screenReading(more),
});
const known = (...observations: Observation[]): Knowledge => observations.reduce(observe, launched(start));
const stateAfter = (...observations: Observation[]) => known(...observations).reading.state;

const dialog: Dialog = {
  kind: 'permission',
  tool: 'Bash',
  subject: { form: 'command', command: 'ls', description: null },
  rows: ['Do you want to proceed?'],
  keys: { allow: '1', deny: 'Escape' },
  limit: null,
};
const asks = { state: 'waiting_for_human', reason: 'permission', dialog, says: 'a dialog' } as const;
const unclear = { state: null, says: 'nothing that is known' } as const;

describe('before anything is seen', () => {
  test('a launch starts, and is unknown when it shows nothing for two minutes', () => {
    const knowledge = launched(start);
    expect(knowledge.reading).toMatchObject({ state: 'starting', since: start, stale: false });
    expect(reconsider(knowledge, start + 119_999).reading.state).toBe('starting');
    expect(reconsider(knowledge, start + 120_000).reading).toMatchObject({
      state: 'unknown',
      since: start + 120_000,
    });
  });

  test('an unclear screen and an event without a state say nothing', () => {
    expect(stateAfter(screen(10, unclear), hook(20, { state: null }))).toBe('starting');
  });
});

describe('events and screens', () => {
  test('an event stands above a screen that was not drawn yet', () => {
    expect(stateAfter(screen(0), hook(100))).toBe('busy');
    expect(stateAfter(hook(100), screen(150))).toBe('busy');
    expect(stateAfter(hook(100), screen(1_100))).toBe('busy');
  });

  test('one second later the screen is right: an interrupt fires no event', () => {
    expect(known(hook(100), screen(1_101)).reading).toMatchObject({ state: 'idle', since: start + 1_101 });
  });

  test('a dialog on the screen stands above an event just before and just after it', () => {
    expect(known(hook(100), screen(110, asks)).reading).toMatchObject({
      state: 'waiting_for_human',
      reason: 'permission',
    });
    expect(stateAfter(screen(100, asks), hook(110))).toBe('waiting_for_human');
  });

  test('Escape at a dialog fires no event: a second after the report the screen alone counts', () => {
    const waiting = known(
      hook(0, { event: 'PermissionRequest', state: 'waiting_for_human', reason: 'permission' }),
      screen(40, asks),
    );
    const escaped = observe(waiting, screen(1_050));
    expect(escaped.reading).toMatchObject({ state: 'idle', reason: null });
    expect(observe(waiting, screen(500)).reading.state).toBe('waiting_for_human');
  });

  test('a dialog that was only seen is not kept when the screen stops showing it', () => {
    expect(stateAfter(screen(0, asks), screen(2_000, unclear))).toBe('unknown');
  });

  test('a state that was only seen is kept while the screen is unclear, and doubtful after five minutes', () => {
    const busy = known(screen(0, { state: 'busy' }), screen(2_000, unclear));
    expect(busy.reading).toMatchObject({ state: 'busy', since: start, stale: false });
    expect(reconsider(busy, start + 300_000).reading.stale).toBe(false);
    expect(reconsider(busy, start + 300_001).reading).toMatchObject({ state: 'busy', stale: true });
    expect(observe(busy, screen(400_000, { state: 'busy' })).reading.stale).toBe(false);
  });

  test('of an older event and an older screen the newer one is kept', () => {
    expect(stateAfter(hook(0), screen(1_500), screen(5_000, unclear))).toBe('idle');
    expect(stateAfter(screen(0), hook(3_000), screen(5_000, unclear))).toBe('busy');
  });

  test('what comes late changes nothing', () => {
    const newest = known(hook(500), screen(600));
    expect(observe(newest, hook(499, { state: 'idle' }))).toBe(newest);
    expect(observe(newest, screen(599, asks))).toBe(newest);
  });

  test('the same state again keeps its time, another reason does not', () => {
    const first = known(screen(0, { state: 'blocked', reason: 'quota' }));
    expect(observe(first, screen(50, { state: 'blocked', reason: 'quota' })).reading.since).toBe(start);
    expect(observe(first, screen(50, { state: 'blocked', reason: 'provider' })).reading.since).toBe(
      start + 50,
    );
  });

  test('an event that is read after a newer screen does not turn the time back', () => {
    const { reading } = known(screen(900), hook(100));
    expect(reading).toMatchObject({ state: 'busy', since: start + 900 });
  });
});

test('the evidence names its sources, newest first, on one plain line each', () => {
  const { evidence } = known(
    hook(10, { says: 'tool \u001b[31mBash\nran' }),
    screen(2_000, { source: 'title', says: 'x'.repeat(500) }),
  ).reading;
  expect(evidence.map(({ source, at, supports }) => [source, at - start, supports])).toEqual([
    ['title', 2_000, 'idle'],
    ['hook', 10, 'busy'],
  ]);
  expect(evidence[0]?.says).toHaveLength(200);
  expect(evidence[1]?.says).toBe('tool [31mBash ran');
});

test('an ended launch is offline whatever comes after it', () => {
  const ended = known(hook(0), { kind: 'ended', at: start + 10, says: 'exited with status 3' });
  expect(ended.reading).toMatchObject({
    state: 'offline',
    evidence: [{ source: 'process', says: 'exited with status 3' }],
  });
  expect(observe(observe(ended, hook(20)), screen(5_000, asks)).reading.state).toBe('offline');
  expect(offlineReading(7, 'stopped')).toMatchObject({ state: 'offline', since: 7 });
});

describe('when the clock is turned two hours back', () => {
  const now = start + 10_000 - 7_200_000;
  const before = known(hook(8_000), screen(10_000, { state: 'idle' }));

  test('the state and the times between the facts stay', () => {
    const after = turnedBack(before, now);
    expect(after.reading).toMatchObject({ state: 'idle', since: before.reading.since - 7_200_000 });
    expect(after.screen?.at).toBe(now);
    expect(after.hook?.at).toBe(now - 2_000);
    expect(after.reading.evidence.every(({ at }) => at <= now)).toBe(true);
  });

  test('new facts count at once', () => {
    const after = turnedBack(before, now);
    expect(
      observe(after, { kind: 'screen', at: now + 5, reading: screenReading({ state: 'busy' }) }).reading
        .state,
    ).toBe('busy');
    expect(observe(after, { kind: 'hook', at: now + 5, reading: hookReading() }).reading.state).toBe('busy');
  });

  test('and it stays as it is while the clock goes on', () => {
    expect(turnedBack(before, start + 10_000)).toBe(before);
    expect(turnedBack(before, start + 7_200_000)).toBe(before);
  });
});

describe('whatever is observed', () => {
  const at = fc.integer({ min: -1_000, max: 500_000 }).map((after) => start + after);
  const state = fc.option(fc.constantFrom(...agentState.options));
  const reason = fc.option(fc.constantFrom(...stateReason.options));
  const says = fc.string({ unit: 'binary' });
  const observation: fc.Arbitrary<Observation> = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('hook' as const),
        at,
        reading: fc.record({ state, reason, says }).map((one) => hookReading(one)),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('screen' as const),
        at,
        reading: fc
          .record({ state, reason, says, dialog: fc.constantFrom(null, dialog) })
          .map((one) => screenReading(one)),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('ended' as const), at, says }) },
  );

  test('a reading is one of the contract, its time never goes back, and an ended launch stays offline', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(observation, at)), (facts) => {
        let knowledge = launched(start);
        for (const one of facts) {
          const before = knowledge;
          knowledge = typeof one === 'number' ? reconsider(before, one) : observe(before, one);
          expect(stateReading.safeParse(knowledge.reading).success).toBe(true);
          expect(knowledge.reading.since).toBeGreaterThanOrEqual(before.reading.since);
          if (before.ended !== null) expect(knowledge.reading.state).toBe('offline');
          const same =
            before.reading.state === knowledge.reading.state &&
            before.reading.reason === knowledge.reading.reason;
          if (same) expect(knowledge.reading.since).toBe(before.reading.since);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('events and screens that are handed over in another order come to the same state', () => {
    const inOrder = fc
      .array(observation, { maxLength: 8 })
      .map((facts) => facts.filter(({ kind }) => kind !== 'ended'));
    fc.assert(
      fc.property(inOrder, (facts) => {
        const sorted = [...facts].sort((left, right) => left.at - right.at);
        const hooks = sorted.filter(({ kind }) => kind === 'hook');
        const screens = sorted.filter(({ kind }) => kind === 'screen');
        const settle = (all: readonly Observation[]): unknown => {
          const { state, reason } = reconsider(all.reduce(observe, launched(start)), start + 600_000).reading;
          return { state, reason };
        };
        expect(settle([...hooks, ...screens])).toEqual(settle([...screens, ...hooks]));
        expect(settle(sorted)).toEqual(settle([...screens, ...hooks]));
      }),
    );
  });
});
