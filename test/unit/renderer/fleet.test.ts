import { describe, expect, test } from 'vitest';
import { emptyFleet, openQuestion, reduceFleet } from '../../../src-renderer/state/fleet.ts';
import { countGroups, glyphOf, groupOf } from '../../../src-renderer/state/groups.ts';
import { sampleAgent, sampleFleet, sampleQuestion, sampleReading } from '../../support/sample-fleet.ts';

const now = 1_800_000_000_000;
const command = { form: 'command', command: 'ls', description: null } as const;

describe('the fleet', () => {
  test('begins with a snapshot and forgets everything older', () => {
    const before = reduceFleet(emptyFleet, {
      event: 'agent.changed',
      data: { agent: sampleAgent('old', now) },
    });
    const after = reduceFleet(before, { event: 'fleet.snapshot', data: sampleFleet(now) });
    expect(after.agents.has('id-old')).toBe(false);
    expect(after.agents.size).toBe(14);
    expect(after.questions.size).toBe(6);
  });

  test('keeps the newest closed question of an agent and drops older ones', () => {
    const agent = sampleAgent('one', now);
    const closed = sampleQuestion(agent, command, { id: 'a', state: 'closed' });
    const next = sampleQuestion(agent, command, { id: 'b', askedAt: now });
    const first = reduceFleet(emptyFleet, { event: 'question.changed', data: { question: closed } });
    const both = reduceFleet(first, { event: 'question.changed', data: { question: next } });
    expect([...both.questions.keys()]).toEqual(['a', 'b']);
    expect(openQuestion(both, agent.id)?.id).toBe('b');
    const ended = reduceFleet(both, {
      event: 'question.changed',
      data: { question: { ...next, state: 'closed' } },
    });
    expect(openQuestion(ended, agent.id)).toBeNull();
    expect([...ended.questions.keys()]).toEqual(['b']);
  });

  test('forgets an agent with its questions', () => {
    const fleet = reduceFleet(emptyFleet, { event: 'fleet.snapshot', data: sampleFleet(now) });
    const after = reduceFleet(fleet, {
      event: 'agent.forgotten',
      data: { id: 'id-docs-site', name: 'docs-site' },
    });
    expect(after.agents.has('id-docs-site')).toBe(false);
    expect(openQuestion(after, 'id-docs-site')).toBeNull();
  });
});

describe('groups', () => {
  test.each([
    ['waiting_for_human', 'needs', 'needs'],
    ['blocked', 'blocked', 'needs'],
    ['busy', 'working', 'working'],
    ['starting', 'starting', 'working'],
    ['idle', 'idle', 'idle'],
    ['unknown', 'unknown', 'idle'],
    ['offline', 'offline', 'offline'],
  ] as const)('%s shows as %s in %s', (state, glyph, group) => {
    const agent = sampleAgent('one', now, { reading: sampleReading(state, now) });
    expect(glyphOf(agent)).toBe(glyph);
    expect(groupOf(agent)).toBe(group);
  });

  test('an agent with an open question needs you whatever its state says', () => {
    const agent = sampleAgent('one', now, { reading: sampleReading('unknown', now), questionId: 'q' });
    expect(groupOf(agent)).toBe('needs');
  });

  test('counts every agent once', () => {
    const fleet = reduceFleet(emptyFleet, { event: 'fleet.snapshot', data: sampleFleet(now) });
    expect(countGroups(fleet)).toEqual({ needs: 7, working: 3, idle: 2, offline: 2 });
  });
});
