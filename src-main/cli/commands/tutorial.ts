import { plainLine } from '../../base/plain-text.ts';
import { canAsk } from '../ask-secret.ts';
import type { CommandContext } from '../context.ts';
import { type Definition, define } from '../define.ts';
import { inDemoFolder, runDemo } from '../demo-folder.ts';
import { operatorOnly } from '../operator-only.ts';
import type { OutputOptions } from '../output.ts';
import { personAtTerminal } from '../person.ts';
import { lockText } from '../text/lock.ts';
import { painter } from '../text/paint.ts';
import { stepText, tutorialSteps } from '../text/tutorial.ts';

/** @returns what the person answered; null for the wish to end */
async function askOnce(question: string): Promise<string | null> {
  const person = personAtTerminal();
  try {
    const answer = await person.ask(question);
    return answer === null || /^q(uit)?$/i.test(answer) ? null : answer;
  } finally {
    await person.dispose();
  }
}

function isYes(answer: string | null): boolean {
  return /^y(es)?$/i.test(answer ?? '');
}

/** Seals a lock and runs a program with the person, in a folder that goes again unless the person keeps it. */
async function practise(context: CommandContext): Promise<void> {
  const { output } = context;
  let isKept = false;
  await inDemoFolder(
    context,
    () => isKept,
    async (demo) => {
      output.notice(
        `A lock was sealed in ${plainLine(demo.folder, 4096)}, as "backbone lock show" tells it:\n`,
      );
      output.notice(await lockText(demo.lock, painter(false)));
      output.notice('\nNow its program is run, as by "backbone run agent.sh". Its key is made up.');
      await runDemo(context, demo, { isAllowed: false, isQuiet: false });
      isKept = isYes(await askOnce('Keep the folder? [y/N] '));
      output.notice(isKept ? 'It stays. Remove it when you like.' : 'It is gone again.');
    },
  );
}

async function walk(context: CommandContext): Promise<void> {
  for (const [index, step] of tutorialSteps.entries()) {
    context.output.notice(stepText(step, index + 1));
    if ((await askOnce('Enter goes on, q ends. ')) === null) return;
  }
  if (isYes(await askOnce('Try it in a throw-away folder now? [y/N] '))) await practise(context);
  context.output.notice('Make an agent of your own with: backbone quickstart');
}

export const tutorial: Definition = (parent, context) => {
  define(
    parent,
    'tutorial',
    'Explains locks, keys and consent step by step. Leaves nothing behind unless asked. Without a terminal it is printed.',
  )
    .option('--text', 'only print it')
    .action(async ({ text, ...options }: OutputOptions & { text?: boolean }) => {
      operatorOnly(context, 'Use: backbone help');
      if (text === true || options.json === true || !canAsk()) {
        await context.output.result(options, { steps: tutorialSteps }, () =>
          tutorialSteps.map((step, index) => stepText(step, index + 1)).join('\n'),
        );
        return;
      }
      await walk(context);
    });
};
