import type { Decision, Question, Receipt } from '../../../contract/question.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { moment } from '../../text/age.ts';
import type { Paint } from '../../text/paint.ts';
import { questionText } from '../../text/question.ts';

interface AnswerOptions extends OutputOptions {
  readonly fingerprint?: string;
  readonly always?: boolean;
}

/** A decision that was carried out, with what it answered. */
export function receiptText(receipt: Receipt, question: Question | null, paint: Paint): string {
  const done = {
    allow: paint('good', 'Allowed, once.'),
    allow_always: paint('good', 'Allowed until its lock or its folder changes.'),
    deny: paint('bad', 'Denied.'),
  }[receipt.decision];
  const how = howItWent(receipt);
  const asked = question === null ? [] : [questionText(question, paint, Date.now())];
  return [...asked, `${done} ${how} ${moment(receipt.at)}`].join('\n');
}

function howItWent({ alreadyAnswered, key }: Receipt): string {
  if (alreadyAnswered) return 'It had been answered so before; nothing more was done.';
  return key === null ? 'What asked goes on.' : `The dialog is gone (key ${key}).`;
}

/** The answer is bound to what is printed: the daemon refuses it when another dialog has taken its place. */
async function answer(
  { call, output }: CommandContext,
  decision: Decision,
  name: string,
  { fingerprint, always, ...options }: AnswerOptions,
): Promise<void> {
  const { question } = await call('agents.inspect', { name });
  const bound = fingerprint ?? question?.fingerprint;
  const input = { name, ...(bound === undefined ? {} : { fingerprint: bound }) };
  const receipt = await (decision === 'allow'
    ? call('agents.approve', { ...input, ...(always === true ? { always } : {}) })
    : call('agents.deny', input));
  const asked = question?.id === receipt.questionId ? question : null;
  await output.result(options, receipt, (paint) => receiptText(receipt, asked, paint));
}

function definition(usage: string, decision: Decision, summary: string): Definition {
  return (parent, context) => {
    const command = define(parent, usage, summary).option(
      '--fingerprint <fingerprint>',
      'only what was looked at, as agent inspect --json shows it',
    );
    if (decision === 'allow') command.option('--always', 'a key: until its lock or its folder changes');
    command.action((name: string, options: AnswerOptions) => answer(context, decision, name, options));
  };
}

export const agentApprove = definition('approve <name>', 'allow', 'Allows, once, what the agent asks now.');
export const agentDeny = definition('deny <name>', 'deny', 'Denies what the agent asks now.');
