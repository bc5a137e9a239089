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
  const answer = (
    { name, fingerprint = null }: { name: string; fingerprint?: string | null | undefined },
    decision: Decision,
    caller: Caller | null,
  ) => questions.answerAgent(fleet.byName(name).record.id, fingerprint, decision, actorOf(caller));
  return {
    'questions.list': async () => ({ questions: questions.open() }),
    'questions.answer': ({ id, decision, fingerprint }, caller) =>
      questions.answer({ id, fingerprint, decision, by: actorOf(caller) }),
    'agents.approve': ({ always, ...input }, caller) =>
      answer(input, always ? 'allow_always' : 'allow', caller),
    'agents.deny': (input, caller) => answer(input, 'deny', caller),
  };
}
