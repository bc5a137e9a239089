import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../src-main/contract/errors.ts';
import type { Question, QuestionOutcome, Receipt } from '../../../src-main/contract/question.ts';
import {
  hideQuestion,
  holdsPlace,
  noteEnd,
  phaseOf,
  pressQuestion,
  type QuestionLife,
  retryQuestion,
  settlePress,
  showQuestion,
  staysShown,
} from '../../../src-renderer/state/question-life.ts';
import { CallError } from '../../../src-renderer/transport/call-error.ts';
import { sampleAgent, sampleQuestion } from '../../support/sample-fleet.ts';

const now = 1_800_000_000_000;
const agent = sampleAgent('one', now);
const asked = sampleQuestion(agent, { form: 'command', command: 'ls', description: null });
const shown = showQuestion(undefined, asked.fingerprint, now);
const receipt: Receipt = {
  questionId: asked.id,
  agent: 'one',
  decision: 'allow',
  by: { door: 'panel', name: null },
  at: now + 900,
  key: '1',
  alreadyAnswered: false,
};

function closed(how: QuestionOutcome['how'], change: Partial<QuestionOutcome> = {}): Question {
  return {
    ...asked,
    state: 'closed',
    outcome: { how, decision: null, by: null, at: now + 1_000, key: null, ...change },
  };
}

function refused(code: ErrorCode): QuestionLife {
  const pressed = pressQuestion(asked, shown, 'allow', now + 700);
  return settlePress(pressed, { refusal: new CallError(code, 'Why.', ['a line']) });
}

describe('arming', () => {
  test('takes no answer for 600 ms, then one', () => {
    expect(phaseOf(asked, shown, now + 599)).toEqual({ is: 'arming' });
    expect(pressQuestion(asked, shown, 'allow', now + 599)).toBe(shown);
    expect(phaseOf(asked, shown, now + 600)).toEqual({ is: 'open' });
    expect(pressQuestion(asked, shown, 'allow', now + 600).press).toEqual({
      decision: 'allow',
      at: now + 600,
    });
  });

  test('begins anew when another dialog stands there, and not when the same one is shown again', () => {
    expect(showQuestion(shown, asked.fingerprint, now + 5_000)).toBe(shown);
    const other = showQuestion(shown, 'another', now + 5_000);
    expect(other.shownAt).toBe(now + 5_000);
    const changed = { ...asked, fingerprint: 'another' };
    expect(phaseOf(changed, shown, now + 5_000)).toEqual({ is: 'arming' });
    expect(pressQuestion(changed, shown, 'deny', now + 5_000)).toBe(shown);
  });

  test('begins anew when the card comes back, which does not bring back a failure that is tried again', () => {
    expect(showQuestion(hideQuestion(shown), asked.fingerprint, now + 5_000)).toEqual({
      ...shown,
      shownAt: now + 5_000,
    });
    const pressed = pressQuestion(asked, shown, 'allow', now + 700);
    expect(hideQuestion(pressed)).toBe(pressed);
    const retried = retryQuestion(closed('failed'), shown, now + 6_000);
    expect(showQuestion(hideQuestion(retried), asked.fingerprint, now + 7_000).retried).toBe(now + 1_000);
    expect(showQuestion(hideQuestion(retried), 'another', now + 7_000).retried).toBeNull();
  });

  test('no decision is taken that the daemon does not take', () => {
    const limited = { ...asked, answers: ['deny' as const] };
    expect(pressQuestion(limited, shown, 'allow', now + 1_000)).toBe(shown);
    expect(pressQuestion(limited, shown, 'deny', now + 1_000).press?.decision).toBe('deny');
  });
});

describe('pressed', () => {
  const pressed = pressQuestion(asked, shown, 'allow', now + 700);

  test('a second press changes nothing', () => {
    expect(pressQuestion(asked, pressed, 'allow', now + 750)).toBe(pressed);
    expect(pressQuestion(asked, pressed, 'deny', now + 750)).toBe(pressed);
  });

  test('says that it waits after 2 s and gives up after 10 s', () => {
    expect(phaseOf(asked, pressed, now + 700 + 1_999)).toEqual({
      is: 'pressed',
      decision: 'allow',
      waited: null,
    });
    expect(phaseOf(asked, pressed, now + 700 + 3_100)).toEqual({
      is: 'pressed',
      decision: 'allow',
      waited: 3,
    });
    expect(phaseOf(asked, pressed, now + 700 + 10_000).is).toBe('failed');
  });

  test('an outcome after giving up still counts', () => {
    const late = noteEnd(asked, pressed, now + 20_000);
    const settled = settlePress(late, { receipt });
    expect(phaseOf(asked, settled, now + 21_000).is).toBe('answered');
  });
});

describe('ends', () => {
  test('answered: by the receipt and by the daemon’s own record', () => {
    const pressed = pressQuestion(asked, shown, 'allow', now + 700);
    expect(phaseOf(asked, settlePress(pressed, { receipt }), now + 1_000)).toEqual({
      is: 'answered',
      decision: 'allow',
      by: receipt.by,
      at: receipt.at,
    });
    const by = { door: 'cli' as const, name: null };
    expect(phaseOf(closed('answered', { decision: 'deny', by }), shown, now)).toMatchObject({
      is: 'answered',
      decision: 'deny',
      by,
    });
  });

  test.each([
    ['changed', 'changed'],
    ['not_waiting', 'vanished'],
    ['not_found', 'vanished'],
    ['answering', 'busy'],
    ['not_cleared', 'failed'],
    ['record_failed', 'failed'],
    ['daemon_slow', 'failed'],
  ] as const)('a refusal %s shows as %s', (code, phase) => {
    expect(phaseOf(asked, refused(code), now + 1_000).is).toBe(phase);
  });

  test('a failure keeps its words and its lines, and may be tried again while the dialog is open', () => {
    const life = refused('not_cleared');
    expect(phaseOf(asked, life, now)).toMatchObject({ message: 'Why.', details: ['a line'], retry: true });
    expect(phaseOf(closed('failed', { key: '1' }), life, now)).toMatchObject({
      typed: { key: '1' },
      retry: false,
    });
    expect(phaseOf(asked, retryQuestion(asked, life, now + 9_000), now + 9_100)).toEqual({ is: 'arming' });
  });

  test('a key that left the dialog open shows in every window, until it is tried again', () => {
    const typed = closed('failed', { decision: 'allow', key: '1', by: { door: 'cli', name: null } });
    const again: Question = { ...typed, state: 'open' };
    const failed = { is: 'failed', message: null, details: [], typed: typed.outcome, retry: true };
    expect(phaseOf(again, shown, now + 5_000)).toEqual(failed);
    expect(pressQuestion(again, shown, 'allow', now + 5_000)).toBe(shown);
    expect(phaseOf(again, refused('not_cleared'), now + 5_000)).toEqual({
      ...failed,
      message: 'Why.',
      details: ['a line'],
    });

    const retried = retryQuestion(again, noteEnd(again, shown, now + 5_000), now + 6_000);
    expect(phaseOf(again, retried, now + 6_500)).toEqual({ is: 'arming' });
    const pressed = pressQuestion(again, retried, 'allow', now + 7_000);
    expect(phaseOf(again, pressed, now + 7_100).is).toBe('pressed');
    // The daemon still tells of the earlier failure while it answers anew.
    expect(phaseOf({ ...again, state: 'answering' }, shown, now + 7_100).is).toBe('busy');
    const later = { ...again, outcome: { ...typed.outcome, at: now + 17_000 } } as Question;
    expect(phaseOf(later, pressed, now + 17_000).is).toBe('failed');
  });

  test('another dialog counts as changed only for who had pressed', () => {
    const pressed = pressQuestion(asked, shown, 'allow', now + 700);
    expect(phaseOf(closed('changed'), pressed, now).is).toBe('changed');
    expect(phaseOf(closed('changed'), shown, now).is).toBe('vanished');
  });

  test('being answered elsewhere shows at once', () => {
    expect(phaseOf({ ...asked, state: 'answering' }, shown, now + 5_000)).toEqual({ is: 'busy' });
  });

  test('its time runs from when its end was first seen', () => {
    const ended = noteEnd(closed('elsewhere'), shown, now + 2_000);
    expect(ended.settledAt).toBe(now + 2_000);
    expect(noteEnd(closed('elsewhere'), ended, now + 9_000)).toBe(ended);
  });
});

describe('folding', () => {
  const life = { ...shown, settledAt: now };
  const vanished = phaseOf(closed('elsewhere'), life, now);
  const answered = phaseOf(closed('answered'), life, now);
  const failed = phaseOf(closed('failed'), life, now);

  test('an answer folds after 4 s', () => {
    expect(staysShown(answered, life, now + 3_999, false)).toBe(true);
    expect(staysShown(answered, life, now + 4_000, true)).toBe(false);
  });

  test('one that vanished folds after 8 s, but not under the pointer', () => {
    expect(staysShown(vanished, life, now + 7_999, false)).toBe(true);
    expect(staysShown(vanished, life, now + 8_000, false)).toBe(false);
    expect(staysShown(vanished, life, now + 60_000, true)).toBe(true);
  });

  test('a failure stays until it is read', () => {
    expect(staysShown(failed, life, now + 3_600_000, false)).toBe(true);
    expect(staysShown(failed, { ...life, read: true }, now, false)).toBe(false);
  });

  test('an end keeps its place for 600 ms against the next question', () => {
    expect(holdsPlace(answered, life, now + 599)).toBe(true);
    expect(holdsPlace(answered, life, now + 600)).toBe(false);
    expect(holdsPlace(failed, life, now + 60_000)).toBe(true);
  });
});
