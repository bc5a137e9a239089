import type { Fleet } from '../../agents/fleet.ts';
import type { Answerer } from '../../approvals/answerer.ts';
import type { QuestionBook } from '../../approvals/question-book.ts';
import type { Caller } from '../../authority/caller.ts';
import { BackboneError } from '../../base/errors.ts';
import type { Decision } from '../../contract/question.ts';
import type { Implementations } from '../doors.ts';
import { actorOf } from './actor-of.ts';

type QuestionImplementations = Pick<
  Implementations,
  'questions.list' | 'questions.answer' | 'agents.approve' | 'agents.deny'
>;

export function questionImplementations(
  fleet: Fleet,
  book: QuestionBook,
  answerer: Answerer,
): QuestionImplementations {
  const byName =
    (decision: Decision) =>
    (input: { name: string; fingerprint?: string | undefined }, caller: Caller | null) =>
      answerer.answer({
        agentId: fleet.byName(input.name).record.id,
        questionId: null,
        fingerprint: input.fingerprint ?? null,
        decision,
        by: actorOf(caller),
      });
  return {
    'questions.list': async () => ({ questions: book.openQuestions() }),
    'questions.answer': async ({ id, decision, fingerprint }, caller) => {
      const question = book.byId(id);
      if (question === undefined)
        throw new BackboneError('not_found', 'There is no such question, or it was closed long ago.');
      return answerer.answer({
        agentId: question.agentId,
        questionId: id,
        fingerprint,
        decision,
        by: actorOf(caller),
      });
    },
    'agents.approve': byName('allow'),
    'agents.deny': byName('deny'),
  };
}
