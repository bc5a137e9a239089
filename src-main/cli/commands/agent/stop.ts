import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';

export const agentStop: Definition = (parent, { callPatiently, output }) => {
  define(parent, 'stop <name>', 'Ends an agent: its processes first, then its tmux session.').action(
    async (name: string, options: OutputOptions) => {
      const answer = await callPatiently(`Waiting for ${name} to end`, 'agents.stop', { name });
      await output.result(options, answer, () =>
        answer.outcome === 'not_running'
          ? `${name} does not run.`
          : `${name} has ended (processes ended: ${answer.ended.length}).`,
      );
    },
  );
};
