import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';

export const agentForget: Definition = (parent, { call, output }) => {
  define(
    parent,
    'forget <name>',
    'Removes a stopped agent from the register. Its folder is not touched.',
  ).action(async (name: string, options: OutputOptions) => {
    const answer = await call('agents.forget', { name });
    await output.result(options, answer, () => `${answer.name} is forgotten. Its folder is as it was.`);
  });
};
