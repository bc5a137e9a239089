import { describe, expect, test } from 'vitest';
import type { Question } from '../../../src-main/contract/question.ts';
import { dockOf } from '../../../src-renderer/state/dock.ts';
import { emptyFleet, reduceFleet } from '../../../src-renderer/state/fleet.ts';
import { hideQuestion, noteEnd, showQuestion } from '../../../src-renderer/state/question-life.ts';
import { sampleAgent, sampleQuestion } from '../../support/sample-fleet.ts';

const now = 1_800_000_000_000;
const agent = sampleAgent('one', now);
const command = { form: 'command', command: 'ls', description: null } as const;
const first = sampleQuestion(agent, command, { id: 'first' });
const second = sampleQuestion(agent, command, { id: 'second', fingerprint: 'other', askedAt: now });
const answered: Question = {
  ...first,
  state: 'closed',
  outcome: { how: 'answered', decision: 'allow', by: null, at: now, key: '1' },
};

function fleetWith(...questions: Question[]) {
  return reduceFleet(emptyFleet, { event: 'fleet.snapshot', data: { agents: [agent], questions } });
}

describe('the dock', () => {
  test('is empty while nothing is asked', () => {
    expect(dockOf(fleetWith(), new Map(), agent.id, now, false)).toBeNull();
  });

  test('shows an open question, first as not yet shown', () => {
    expect(dockOf(fleetWith(first), new Map(), agent.id, now, false)).toEqual({
      question: first,
      phase: { is: 'unshown' },
    });
    const lives = new Map([['first', showQuestion(undefined, first.fingerprint, now)]]);
    expect(dockOf(fleetWith(first), lives, agent.id, now + 600, false)?.phase).toEqual({ is: 'open' });
  });

  test('does not put the next question in the place of an answered one for 600 ms', () => {
    const life = noteEnd(answered, showQuestion(undefined, first.fingerprint, now - 2_000), now);
    const lives = new Map([['first', life]]);
    const fleet = fleetWith(answered, second);
    expect(dockOf(fleet, lives, agent.id, now + 500, false)?.question.id).toBe('first');
    expect(dockOf(fleet, lives, agent.id, now + 600, false)?.question.id).toBe('second');
  });

  test('an end that nobody saw here is not shown', () => {
    expect(dockOf(fleetWith(answered), new Map(), agent.id, now, false)).toBeNull();
  });

  test('nor is one whose card had left the screen; open again, it counts as not yet shown', () => {
    const life = hideQuestion(showQuestion(undefined, first.fingerprint, now - 2_000));
    expect(dockOf(fleetWith(first), new Map([['first', life]]), agent.id, now, false)?.phase.is).toBe(
      'unshown',
    );
    const ended = new Map([['first', noteEnd(answered, life, now)]]);
    expect(dockOf(fleetWith(answered), ended, agent.id, now, false)).toBeNull();
  });

  test('folds after its time', () => {
    const life = noteEnd(answered, showQuestion(undefined, first.fingerprint, now - 2_000), now);
    const lives = new Map([['first', life]]);
    expect(dockOf(fleetWith(answered), lives, agent.id, now + 3_000, false)?.phase.is).toBe('answered');
    expect(dockOf(fleetWith(answered), lives, agent.id, now + 4_000, false)).toBeNull();
  });

  test('another agent’s question is not shown', () => {
    expect(dockOf(fleetWith(first), new Map(), 'id-other', now, false)).toBeNull();
  });
});
