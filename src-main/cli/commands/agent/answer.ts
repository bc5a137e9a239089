import type { Decision, Question, Receipt } from '../../../contract/question.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { moment } from '../../text/age.ts';
import type { Paint } from '../../text/paint.ts';
import { questionText } from '../../text/question.ts';

interface AnswerOptions extends OutputOptions {
  readonly fingerprint?: string;
}

function receiptText(receipt: Receipt, question: Question | null, paint: Paint): string {
  const done = receipt.decision === 'allow' ? paint('good', 'Allowed, once.') : paint('bad', 'Denied.');
  const how = receipt.alreadyAnswered
    ? 'It had been answered so before; nothing more was typed.'
    : `The dialog is gone (key ${receipt.key}).`;
  const asked = question === null ? [] : [questionText(question, paint, Date.now())];
  return [...asked, `${done} ${how} ${moment(receipt.at)}`].join('\n');
}

/** The answer is bound to what is printed: the daemon refuses it when another dialog has taken its place. */
async function answer(
  { call, output }: CommandContext,
  decision: Decision,
  name: string,
  { fingerprint, ...options }: AnswerOptions,
): Promise<void> {
  const { question } = await call('agents.inspect', { name });
  const bound = fingerprint ?? question?.fingerprint;
  const receipt = await call(decision === 'allow' ? 'agents.approve' : 'agents.deny', {
    name,
    ...(bound === undefined ? {} : { fingerprint: bound }),
  });
  const asked = question?.id === receipt.questionId ? question : null;
  await output.result(options, receipt, (paint) => receiptText(receipt, asked, paint));
}

function definition(usage: string, decision: Decision, summary: string): Definition {
  return (parent, context) => {
    define(parent, usage, summary)
      .option('--fingerprint <fingerprint>', 'only this dialog, as agent inspect --json shows it')
      .action((name: string, options: AnswerOptions) => answer(context, decision, name, options));
  };
}

export const agentApprove = definition('approve <name>', 'allow', 'Allows, once, what the agent asks now.');
export const agentDeny = definition('deny <name>', 'deny', 'Denies what the agent asks now.');
