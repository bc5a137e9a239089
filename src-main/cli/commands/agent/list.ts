import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { age } from '../../text/age.ts';
import { byUrgency, stateOf } from '../../text/state.ts';
import { table } from '../../text/table.ts';

export const agentList: Definition = (parent, { call, output }) => {
  define(parent, 'list', 'Lists the agents, those that need you first.').action(
    async (options: OutputOptions) => {
      const answer = await call('agents.list', {});
      if (answer.agents.length === 0) {
        output.notice('There is no agent yet. Start one in its folder with: backbone agent start');
      }
      await output.result(options, answer, (paint) => {
        if (answer.agents.length === 0) return '';
        const now = Date.now();
        return table(
          paint,
          ['AGENT', 'STATE', 'SINCE', 'RUNTIME', 'FOLDER'],
          byUrgency(answer.agents).map((agent) => [
            agent.name,
            stateOf(agent),
            age(agent.reading.since, now),
            agent.model === null ? agent.runtime : `${agent.runtime} ${agent.model}`,
            agent.dir,
          ]),
        );
      });
    },
  );
};
