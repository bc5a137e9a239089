import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Agent } from '../../../src-main/contract/agent.ts';
import { type LockChange, lockChange } from '../../../src-main/contract/lock.ts';
import type { Question } from '../../../src-main/contract/question.ts';
import { dockOf } from '../../../src-renderer/state/dock.ts';
import { emptyFleet, type Fleet, openQuestion, reduceFleet } from '../../../src-renderer/state/fleet.ts';
import { countGroups, groupOf, waitsToStart } from '../../../src-renderer/state/groups.ts';
import { endOfDay, nameProblem } from '../../../src-renderer/state/key-form.ts';
import { countGrave, groupChanges, isGrave } from '../../../src-renderer/state/lock-changes.ts';
import { wantedOrder } from '../../../src-renderer/state/order.ts';
import { firstState, type PanelState } from '../../../src-renderer/state/panel-state.ts';
import { noteEnd, pressQuestion, showQuestion } from '../../../src-renderer/state/question-life.ts';
import { reduceMessage } from '../../../src-renderer/state/reduce-message.ts';
import { askingRuns, runOf } from '../../../src-renderer/state/runs.ts';
import { noteChange } from '../../../src-renderer/state/unseen.ts';
import { decidedName, decisionName, questionLine } from '../../../src-renderer/text/questions.ts';
import { startHelp, wantsPassphrase } from '../../../src-renderer/text/start-help.ts';
import {
  changedLock,
  consentQuestion,
  keySubject,
  newLock,
  runQuestion,
  sampleConsent,
  waitingAgent,
} from '../../support/sample-consent.ts';
import { sampleAgent, sampleQuestion, sampleReading } from '../../support/sample-fleet.ts';

const now = 1_800_000_000_000;

function fleetOf(data: { agents: Agent[]; questions: Question[] }): Fleet {
  return reduceFleet(emptyFleet, { event: 'fleet.snapshot', data });
}

function closed(question: Question, at: number, how: 'answered' | 'ended' = 'answered'): Question {
  const decision = how === 'answered' ? ('allow' as const) : null;
  return { ...question, state: 'closed', outcome: { how, decision, by: null, at, key: null } };
}

describe('questions of a start', () => {
  const agent = waitingAgent('deploy', now, 3);
  const lock = consentQuestion(agent, newLock, { id: 'lock', askedAt: now });
  const b = consentQuestion(agent, keySubject('B'), { id: 'b', askedAt: now + 5 });
  const a = consentQuestion(agent, keySubject('A'), { id: 'a', askedAt: now + 5 });

  test('are answered in the order in which they were asked, keys of one moment by name', () => {
    for (const questions of [
      [lock, a, b],
      [b, a, lock],
      [a, lock, b],
    ]) {
      expect(openQuestion(fleetOf({ agents: [agent], questions }), agent.id)?.id).toBe('lock');
    }
    expect(openQuestion(fleetOf({ agents: [agent], questions: [b, a] }), agent.id)?.id).toBe('a');
  });

  test('do not take the place of one that stands there, nor of a dialog', () => {
    const dialog = sampleQuestion(
      agent,
      { form: 'command', command: 'ls', description: null },
      { askedAt: now + 1 },
    );
    const fleet = fleetOf({ agents: [agent], questions: [dialog, a] });
    expect(openQuestion(fleet, agent.id)?.id).toBe(dialog.id);
    const later = fleetOf({ agents: [agent], questions: [a, { ...dialog, askedAt: now + 9 }] });
    expect(openQuestion(later, agent.id)?.id).toBe('a');
  });

  test('the next one waits 600 ms after an answer, and takes none for another 600 ms', () => {
    const fleet = fleetOf({ agents: [agent], questions: [closed(a, now), b] });
    const lives = new Map([
      ['a', noteEnd(closed(a, now), showQuestion(undefined, a.fingerprint, now - 2_000), now)],
    ]);
    expect(dockOf(fleet, lives, agent.id, now + 599, false)?.question.id).toBe('a');
    expect(dockOf(fleet, lives, agent.id, now + 600, false)?.question.id).toBe('b');
    const life = showQuestion(undefined, b.fingerprint, now + 600);
    expect(pressQuestion(b, life, 'allow_always', now + 1_199)).toBe(life);
    expect(pressQuestion(b, life, 'allow_always', now + 1_200).press?.decision).toBe('allow_always');
  });

  test('a lock takes no answer for good', () => {
    const life = showQuestion(undefined, lock.fingerprint, now - 2_000);
    expect(pressQuestion(lock, life, 'allow_always', now)).toBe(life);
  });

  test('the agent needs you and has not started; one whose run asks a key has', () => {
    expect(groupOf(agent)).toBe('needs');
    expect(waitsToStart(agent)).toBe(true);
    const running = sampleAgent('one', now, { questionId: 'a' });
    expect(waitsToStart(running)).toBe(false);
    const permission = sampleAgent('one', now, { reading: sampleReading('waiting_for_human', now) });
    expect(waitsToStart(permission)).toBe(false);
  });

  test('a start that was given up is no end to look at', () => {
    const off = sampleAgent('deploy', now, { reading: sampleReading('offline', now) });
    expect(noteChange(new Map(), agent, off, null).size).toBe(0);
  });
});

describe('runs outside of any agent', () => {
  const one = runQuestion('run-1', 'reports', keySubject('A', { program: 'report.py' }), now - 10);
  const two = runQuestion('run-2', 'reports', newLock, now - 20);

  test('stand among what needs you, each on its own, newest first', () => {
    const agent = waitingAgent('deploy', now, 3);
    const fleet = fleetOf({ agents: [agent], questions: [two, one] });
    expect(askingRuns(fleet)).toMatchObject([
      { id: 'run-2', name: 'reports', program: null },
      { id: 'run-1', name: 'reports', folder: '/home/mira/work/reports', program: 'report.py' },
    ]);
    expect(wantedOrder(fleet).map(({ id }) => id)).toEqual(['run-1', 'run-2', agent.id]);
    expect(countGroups(fleet)).toEqual({ needs: 3, working: 0, idle: 0, offline: 0 });
  });

  test('leave the list with their last answer, and are still known to those who look at them', () => {
    const before = fleetOf({ agents: [], questions: [one] });
    const after = reduceFleet(before, { event: 'question.changed', data: { question: closed(one, now) } });
    expect(wantedOrder(after)).toEqual([]);
    expect(runOf(after, 'run-1')).toMatchObject({ askedAt: null });
  });

  test('an end of one does not take away that of another, until it is old', () => {
    const open = fleetOf({ agents: [], questions: [one, two] });
    const first = reduceFleet(open, { event: 'question.changed', data: { question: closed(one, now) } });
    const soon = reduceFleet(first, {
      event: 'question.changed',
      data: { question: closed(two, now + 60_000) },
    });
    expect([...soon.questions.keys()]).toEqual(['question-run-1', 'question-run-2']);
    const late = reduceFleet(first, {
      event: 'question.changed',
      data: { question: closed(two, now + 60_001) },
    });
    expect([...late.questions.keys()]).toEqual(['question-run-2']);
  });

  test('a chosen run stays chosen while it is known', () => {
    const opened = reduceMessage(
      firstState,
      { event: 'fleet.snapshot', data: { agents: [], questions: [one] } },
      now,
    );
    expect(opened.view.selected).toBe('run-1');
    const after = (state: PanelState, question: Question): PanelState =>
      reduceMessage(state, { event: 'question.changed', data: { question } }, now);
    expect(after(opened, closed(one, now)).view.selected).toBe('run-1');
    const gone = reduceMessage(opened, { event: 'fleet.snapshot', data: { agents: [], questions: [] } }, now);
    expect(gone.view.selected).toBeNull();
  });

  test('each question is announced once, by the name of its run', () => {
    const opened = reduceMessage(
      firstState,
      { event: 'fleet.snapshot', data: { agents: [], questions: [] } },
      now,
    );
    const told = reduceMessage(opened, { event: 'question.changed', data: { question: one } }, now);
    expect(told.announcements.text).toBe('run in reports asks for the key A');
    const second = { ...one, id: 'other', fingerprint: 'other' };
    const both = reduceMessage(told, { event: 'question.changed', data: { question: second } }, now);
    expect(both.announcements.waiting).toHaveLength(1);
    const again = reduceMessage(both, { event: 'question.changed', data: { question: second } }, now);
    expect(again.announcements).toBe(both.announcements);
  });
});

describe('what a lock changes', () => {
  test('keys that are asked for or brought and what the agent is told come first', () => {
    if (newLock.form !== 'lock' || changedLock.form !== 'lock') throw new Error('The samples are no locks.');
    expect(groupChanges(newLock.changes).map(({ about }) => about)).toEqual([
      'keys',
      'told',
      'opens',
      'remembered',
    ]);
    // A key that is not asked for any more does no harm.
    expect(groupChanges(changedLock.changes).map(({ about }) => about)).toEqual([
      'told',
      'keys',
      'remembered',
    ]);
    expect(countGrave(newLock.changes)).toEqual({ keys: 2, traits: 1 });
    expect(countGrave(changedLock.changes)).toEqual({ keys: 0, traits: 1 });
  });

  test('nothing is lost, and nothing grave stands below what is not', () => {
    const { part, change } = lockChange.shape;
    const changes: fc.Arbitrary<LockChange[]> = fc.array(
      fc.record({
        part: fc.constantFrom(...part.options),
        change: fc.constantFrom(...change.options),
        name: fc.string(),
        says: fc.string(),
        before: fc.constant(null),
        after: fc.constant(null),
      }),
    );
    fc.assert(
      fc.property(changes, (all) => {
        const groups = groupChanges(all);
        expect(new Set(groups.flatMap((group) => group.changes))).toEqual(new Set(all));
        for (const group of groups) {
          const grave = group.changes.map(isGrave);
          expect(grave).toEqual([...grave].sort((a, b) => Number(b) - Number(a)));
        }
        const heads = groups.map((group) => group.changes.some(isGrave));
        expect(heads).toEqual([...heads].sort((a, b) => Number(b) - Number(a)));
      }),
    );
  });
});

describe('the words', () => {
  const { questions } = sampleConsent(now);

  test('say in a row what is waited for', () => {
    expect(questions.map(questionLine)).toEqual([
      'Waits for a key: STRIPE_TEST_KEY',
      'Waits for a key: ZENDESK_TOKEN',
      'Waits for its lock: new here',
      'Waits for its lock: it changed',
      'Waits for a key: PYPI_UPLOAD',
    ]);
  });

  test('say on a button what it does', () => {
    const [key, , lock, , run] = questions;
    if (key === undefined || lock === undefined || run === undefined)
      throw new Error('The sample is too small.');
    expect(key.answers.map((answer) => decisionName(key, answer))).toEqual([
      'Give for this launch',
      'Give until its lock or folder changes',
      'Deny',
    ]);
    expect(lock.answers.map((answer) => decisionName(lock, answer))).toEqual(['Accept', 'Deny']);
    expect(decisionName(run, 'allow')).toBe('Give for this run');
    expect(decidedName(run, 'allow')).toBe('Given for this run');
    expect(decidedName(lock, 'allow')).toBe('Accepted');
  });

  test('say what a refused start needs', () => {
    expect(wantsPassphrase('passphrase_needed')).toBe(true);
    expect(wantsPassphrase('wrong_passphrase')).toBe(true);
    expect(wantsPassphrase('lock_corrupted')).toBe(false);
    expect(startHelp('vault_locked')).toContain('Vault');
    expect(startHelp('folder_missing')).toBeNull();
  });
});

describe('a new key', () => {
  test('an unfit name is refused in words; an empty one is only not there yet', () => {
    expect(nameProblem('')).toBeNull();
    expect(nameProblem('STRIPE_TEST_KEY')).toBeNull();
    expect(nameProblem('PATH')).toContain('Choose another one');
    expect(nameProblem('1A')).not.toBeNull();
  });

  test('is valid to the end of its last day', () => {
    expect(endOfDay('')).toBeNull();
    expect(endOfDay('2026-12-31')).toBe(new Date(2026, 11, 31, 23, 59, 59, 999).getTime());
  });
});
