import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';

export const agentRename: Definition = (parent, { call, output }) => {
  define(parent, 'rename <name> <to>', 'Gives a stopped agent another name.').action(
    async (name: string, to: string, options: OutputOptions) => {
      const answer = await call('agents.rename', { name, to });
      await output.result(options, answer, () => `${name} is now called ${answer.agent.name}.`);
    },
  );
};
