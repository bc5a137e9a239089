import { describe, expect, it } from 'vitest';
import { ConsentQuestions } from '../../../src-main/approvals/consent-questions.ts';
import { createLogger } from '../../../src-main/base/logger.ts';
import type { Asking } from '../../../src-main/consent/asking.ts';
import type { AuditEntry } from '../../../src-main/contract/audit.ts';
import type { Question } from '../../../src-main/contract/question.ts';

const panel = { door: 'panel', name: null } as const;
const cli = { door: 'cli', name: null } as const;

function askingOf(change: Partial<Asking> = {}): Asking {
  return {
    agent: { id: 'a1', name: 'app' },
    name: 'app',
    launchId: 'l1',
    folder: '/project',
    subject: {
      form: 'key',
      key: 'MODEL_KEY',
      source: 'vault',
      why: 'to call the model',
      injection: 'env',
      program: 'Claude Code',
      expiresAt: null,
    },
    fingerprint: 'f1',
    ...change,
  };
}

function setUp(failRecord: AuditEntry['kind'] | null = null) {
  const shown: Question[] = [];
  const marks: (string | null | undefined)[] = [];
  const recorded: AuditEntry[] = [];
  const questions = new ConsentQuestions({
    fleet: { update: (_, change) => void marks.push(change.questionId) },
    audit: {
      append: async (entry) => {
        if (entry.kind === failRecord) throw new Error('no record');
        recorded.push(entry);
        return { number: 1, hash: '' };
      },
    },
    clock: { now: () => 5, elapsed: () => 5 },
    logger: createLogger(
      () => undefined,
      () => 5,
      (text) => text,
    ),
  });
  questions.changed.on((question) => shown.push(question));
  const ask = (change: Partial<Asking> = {}) => {
    const abort = new AbortController();
    const answer = questions.ask(askingOf(change), abort.signal);
    answer.catch(() => undefined);
    const [question] = questions.openQuestions();
    if (question === undefined) throw new Error('Nothing was asked.');
    return { answer, abort, question };
  };
  return { questions, shown, marks, recorded, ask };
}

describe('a question of a start', () => {
  it('stands with its agent until it is answered, and the answer goes to who asked', async () => {
    const { questions, ask, marks, shown } = setUp();
    const { answer, question } = ask();
    expect(questions.openOf('a1')).toEqual(question);
    expect(question.answers).toEqual(['allow', 'allow_always', 'deny']);
    const receipt = await questions.answer(question.id, 'f1', 'allow_always', panel);
    expect(receipt).toMatchObject({ decision: 'allow_always', key: null, alreadyAnswered: false });
    expect(await answer).toEqual({ decision: 'allow_always', by: panel });
    expect(marks).toEqual([question.id, null]);
    expect(shown.map(({ state }) => state)).toEqual(['open', 'closed']);
  });

  it('is answered by the first decision alone', async () => {
    const { questions, ask } = setUp();
    const { question } = ask();
    const [first, same] = await Promise.all([
      questions.answer(question.id, 'f1', 'deny', panel),
      questions.answer(question.id, 'f1', 'deny', cli),
    ]);
    expect([first.alreadyAnswered, same.alreadyAnswered]).toEqual([false, true]);
    expect(same.by).toEqual(panel);
    await expect(questions.answer(question.id, 'f1', 'allow', cli)).rejects.toMatchObject({
      code: 'not_waiting',
    });
  });

  it('takes no answer that looked at something else, and none that it does not have', async () => {
    const { questions, ask } = setUp();
    const { question } = ask();
    await expect(questions.answer(question.id, 'f2', 'allow', panel)).rejects.toMatchObject({
      code: 'changed',
    });
    const lock = ask({
      subject: { form: 'lock', file: '/project/agent.lock', standing: 'new', changes: [] },
      fingerprint: 'f3',
    });
    await expect(questions.answer(lock.question.id, 'f3', 'allow_always', panel)).rejects.toMatchObject({
      code: 'not_permission',
    });
    expect(questions.openQuestions()).toHaveLength(2);
  });

  it('stays open when the answer cannot be recorded', async () => {
    const { questions, ask } = setUp('answer.intended');
    const { question } = ask();
    await expect(questions.answer(question.id, 'f1', 'allow', panel)).rejects.toThrow('no record');
    expect(questions.byId(question.id)?.state).toBe('open');
  });

  it('goes when what asked is given up, and says so', async () => {
    const { questions, ask, recorded } = setUp();
    const { answer, abort, question } = ask();
    abort.abort();
    await expect(answer).rejects.toMatchObject({ code: 'consent_denied' });
    expect(questions.byId(question.id)?.outcome?.how).toBe('ended');
    await expect(questions.answer(question.id, 'f1', 'allow', panel)).rejects.toMatchObject({
      code: 'not_waiting',
    });
    expect(recorded.map(({ kind }) => kind)).toEqual(['question.asked', 'question.closed']);
  });

  it('of a run belongs to no agent', () => {
    const { ask, marks } = setUp();
    const { question } = ask({ agent: null, name: 'project' });
    expect(question).toMatchObject({ agentId: null, agent: 'project' });
    expect(marks).toEqual([]);
  });
});
