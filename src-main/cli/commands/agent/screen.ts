import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { wholeNumber } from '../../whole-number.ts';

export const agentScreen: Definition = (parent, { call, output }) => {
  define(parent, 'screen <name>', 'Prints what stands on the agent’s terminal now, as plain text.')
    .option(
      '--lines <n>',
      'this many of its last lines, also those that scrolled off',
      wholeNumber(1, 10_000),
    )
    .action(async (name: string, { lines, ...options }: OutputOptions & { lines?: number }) => {
      const answer = await call('agents.screen', { name, ...(lines === undefined ? {} : { lines }) });
      await output.result(options, answer, () => answer.lines.join('\n'));
    });
};
