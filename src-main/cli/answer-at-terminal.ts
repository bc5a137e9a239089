import type { OutputOf } from '../contract/procedures.ts';
import type { Decision, Question } from '../contract/question.ts';
import type { CommandContext } from './context.ts';
import type { Person } from './person.ts';
import type { Paint } from './text/paint.ts';
import { questionText } from './text/question.ts';

type StartResult = OutputOf<'agents.launch'>;

const words: Readonly<Record<string, Decision>> = {
  o: 'allow',
  once: 'allow',
  y: 'allow',
  yes: 'allow',
  a: 'allow_always',
  always: 'allow_always',
  n: 'deny',
  no: 'deny',
  d: 'deny',
  deny: 'deny',
};

/** Null when the person gives up; then the question stays open for every other door. */
async function decisionOf(question: Question, person: Person): Promise<Decision | null> {
  const isKey = question.answers.includes('allow_always');
  const ask = isKey
    ? 'Allow it? (once, always: until the lock or the folder changes, deny) '
    : 'Use it as it is? (yes, no) ';
  for (;;) {
    const answer = await person.ask(ask);
    if (answer === null) return null;
    const decision = words[answer.toLowerCase()];
    if (decision !== undefined && question.answers.includes(decision)) return decision;
    person.say('Answer with one of the words in brackets, or its first letter.');
  }
}

/**
 * Asks the person at this terminal what a start waits for, answer by answer, until it goes on.
 * @param result of a start that asks for its lock or keys
 * @returns how the start went in the end, or as far as it came when the person gave up
 */
export async function answerStart(
  { call, callPatiently }: CommandContext,
  result: StartResult,
  wait: boolean,
  person: Person,
  paint: Paint,
): Promise<StartResult> {
  let latest = result;
  while (latest.question !== null && isOfStart(latest.question)) {
    const { question } = latest;
    person.say(questionText(question, paint, Date.now()));
    const decision = await decisionOf(question, person);
    if (decision === null) return latest;
    await call('questions.answer', { id: question.id, fingerprint: question.fingerprint, decision });
    const { name } = latest.agent;
    latest = await callPatiently(`Waiting for ${name} to be ready or to ask something`, 'agents.launch', {
      name,
      wait,
    });
  }
  return { ...latest, registered: result.registered };
}

/** Whether a start waits for this before its program runs. */
export function isOfStart({ kind }: Question): boolean {
  return kind === 'key' || kind === 'lock';
}
