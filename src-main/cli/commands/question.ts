import type { Decision, Question } from '../../contract/question.ts';
import type { CommandContext } from '../context.ts';
import { type Definition, define, group } from '../define.ts';
import type { OutputOptions } from '../output.ts';
import { questionText } from '../text/question.ts';
import { usageError } from '../usage-error.ts';
import { receiptText } from './agent/answer.ts';

interface AnswerOptions extends OutputOptions {
  readonly always?: boolean;
}

/** The one open question whose id begins with `word`. @throws invalid_input */
async function find({ call }: CommandContext, word: string): Promise<Question> {
  const { questions } = await call('questions.list', {});
  const found = questions.filter(({ id }) => id.startsWith(word));
  const [only, ...others] = found;
  if (word === '' || only === undefined)
    throw usageError('No open question has that id. See: backbone question list');
  if (others.length > 0) throw usageError('Several open questions begin like that. Give more of the id.');
  return only;
}

/** The answer is bound to what is printed: it is refused when something else is asked by then. */
async function answer(
  context: CommandContext,
  word: string,
  decision: Decision,
  options: AnswerOptions,
): Promise<void> {
  const question = await find(context, word);
  const { id, fingerprint } = question;
  const receipt = await context.call('questions.answer', { id, fingerprint, decision });
  await context.output.result(options, receipt, (paint) => receiptText(receipt, question, paint));
}

const list: Definition = (parent, { call, output }) => {
  define(parent, 'list', 'Lists all open questions, of agents and of runs, newest first.').action(
    async (options: OutputOptions) => {
      const found = await call('questions.list', {});
      if (found.questions.length === 0) output.notice('Nothing is asked.');
      await output.result(options, found, (paint) =>
        found.questions
          .map((question) => `${paint('dim', question.id)}\n${questionText(question, paint, Date.now())}`)
          .join('\n\n'),
      );
    },
  );
};

const allow: Definition = (parent, context) => {
  define(parent, 'allow <id>', 'Allows, once, what one question asks. The beginning of its id is enough.')
    .option('--always', 'a key: until its lock or its folder changes')
    .action((word: string, options: AnswerOptions) =>
      answer(context, word, options.always === true ? 'allow_always' : 'allow', options),
    );
};

const deny: Definition = (parent, context) => {
  define(parent, 'deny <id>', 'Denies what one question asks.').action(
    (word: string, options: AnswerOptions) => answer(context, word, 'deny', options),
  );
};

export const questionCommands: Definition = (parent, context) => {
  const question = group(parent, 'question', 'Shows and answers what waits for a person.');
  for (const define of [list, allow, deny]) define(question, context);
};
