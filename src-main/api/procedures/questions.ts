import type { Fleet } from '../../agents/fleet.ts';
import type { Questions } from '../../approvals/questions.ts';
import type { Caller } from '../../authority/caller.ts';
import type { Decision } from '../../contract/question.ts';
import type { Implementations } from '../doors.ts';
import { actorOf } from './actor-of.ts';

type QuestionImplementations = Pick<
  Implementations,
  'questions.list' | 'questions.answer' | 'agents.approve' | 'agents.deny'
>;

export function questionImplementations(fleet: Fleet, questions: Questions): QuestionImplementations {
  const byName =
    (decision: Decision) =>
    (input: { name: string; fingerprint?: string | undefined }, caller: Caller | null) =>
      questions.answerAgent(
        fleet.byName(input.name).record.id,
        input.fingerprint ?? null,
        decision,
        actorOf(caller),
      );
  return {
    'questions.list': async () => ({ questions: questions.open() }),
    'questions.answer': ({ id, decision, fingerprint }, caller) =>
      questions.answer({ id, fingerprint, decision, by: actorOf(caller) }),
    'agents.approve': byName('allow'),
    'agents.deny': byName('deny'),
  };
}
