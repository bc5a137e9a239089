import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Agent } from '../../../src-main/contract/agent.ts';
import { emptyFleet, type Fleet, reduceFleet } from '../../../src-renderer/state/fleet.ts';
import {
  changedGroups,
  settleOrder,
  stepFrom,
  stepRound,
  steps,
  wantedOrder,
} from '../../../src-renderer/state/order.ts';
import { sampleAgent, sampleFleet, sampleReading } from '../../support/sample-fleet.ts';

const now = 1_800_000_000_000;

function fleetOf(...agents: Agent[]): Fleet {
  return reduceFleet(emptyFleet, { event: 'fleet.snapshot', data: { agents, questions: [] } });
}

function names(places: readonly { id: string }[]): string[] {
  return places.map(({ id }) => id.replace('id-', ''));
}

describe('the order of the list', () => {
  test('questions first, newest on top, then the blocked; then working, idle, offline', () => {
    const fleet = reduceFleet(emptyFleet, { event: 'fleet.snapshot', data: sampleFleet(now) });
    expect(names(wantedOrder(fleet))).toEqual([
      'ledger-import',
      'search-index',
      'release-watch',
      'checkout-api',
      'cart-move',
      'docs-site',
      'infra-terraform',
      'billing-worker',
      'mobile-app',
      'web-frontend',
      'design-tokens',
      'scratch',
      'ml-notebooks',
      'legacy-php',
    ]);
  });

  test('stands still while it is held, and follows when it is let go', () => {
    const a = sampleAgent('a', now, { reading: sampleReading('busy', now - 1) });
    const b = sampleAgent('b', now, { reading: sampleReading('busy', now - 2) });
    const shown = wantedOrder(fleetOf(a, b));
    const wanted = wantedOrder(fleetOf(a, { ...b, questionId: 'q' }, sampleAgent('c', now)));
    expect(settleOrder(shown, wanted, true)).toBe(shown);
    expect([...changedGroups(shown, wanted)]).toEqual(['needs', 'working', 'idle']);
    expect(names(settleOrder(shown, wanted, false))).toEqual(['b', 'a', 'c']);
  });

  test('a forgotten agent leaves even a held list', () => {
    const a = sampleAgent('a', now);
    const shown = wantedOrder(fleetOf(a, sampleAgent('b', now)));
    expect(names(settleOrder(shown, wantedOrder(fleetOf(a)), true))).toEqual(['a']);
  });

  test('is the same value while nothing moves', () => {
    const shown = wantedOrder(fleetOf(sampleAgent('a', now)));
    const again = wantedOrder(fleetOf(sampleAgent('a', now, { lastMessage: 'new words' })));
    expect(settleOrder(shown, again, false)).toBe(shown);
  });

  test('never loses or doubles an agent, held or not', () => {
    const state = fc.constantFrom(
      'busy',
      'idle',
      'offline',
      'waiting_for_human',
      'blocked',
      'unknown' as const,
    );
    const fleets = fc.uniqueArray(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), state }), {
      selector: ({ name }) => name,
    });
    const make = (list: { name: string; state: Agent['reading']['state'] }[]): Fleet =>
      fleetOf(
        ...list.map(({ name, state }) => sampleAgent(name, now, { reading: sampleReading(state, now) })),
      );
    fc.assert(
      fc.property(fleets, fleets, fc.boolean(), (first, second, held) => {
        const shown = wantedOrder(make(first));
        const wanted = wantedOrder(make(second));
        const ids = settleOrder(shown, wanted, held).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const known = new Set(wanted.map(({ id }) => id));
        const kept = shown.map(({ id }) => id).filter((id) => known.has(id));
        if (held) expect(ids).toEqual(kept);
        else expect(new Set(ids)).toEqual(known);
      }),
    );
  });
});

describe('stepping', () => {
  test('stops at the ends and stays inside the chosen group', () => {
    const fleet = reduceFleet(emptyFleet, { event: 'fleet.snapshot', data: sampleFleet(now) });
    const idle = steps(wantedOrder(fleet), 'idle');
    expect(idle).toEqual(['id-design-tokens', 'id-scratch']);
    expect(stepFrom(idle, 'id-scratch', 1)).toBe('id-scratch');
    expect(stepFrom(idle, 'id-scratch', -1)).toBe('id-design-tokens');
    expect(stepFrom(idle, 'id-docs-site', 1)).toBe('id-design-tokens');
    expect(stepFrom([], 'x', 1)).toBeNull();
  });

  test('goes round through the questions', () => {
    expect(stepRound(['a', 'b', 'c'], 'c', 1)).toBe('a');
    expect(stepRound(['a', 'b', 'c'], 'a', -1)).toBe('c');
    expect(stepRound(['a'], 'z', 1)).toBe('a');
    expect(stepRound([], null, 1)).toBeNull();
  });
});
