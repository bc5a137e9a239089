import type { OutputOf } from '../../../contract/procedures.ts';
import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { age, moment } from '../../text/age.ts';
import { endText } from '../../text/end.ts';
import { indented, pairs } from '../../text/lines.ts';
import type { Paint } from '../../text/paint.ts';
import { howToAnswer, questionText } from '../../text/question.ts';
import { shellWords } from '../../text/shell-words.ts';
import { stateOf } from '../../text/state.ts';
import { table } from '../../text/table.ts';

type Inspection = OutputOf<'agents.inspect'>;

function facts({ agent, attach }: Inspection, paint: Paint, now: number): string {
  const state = stateOf(agent);
  const { launch } = agent;
  return pairs(paint, [
    ['agent', agent.name],
    ['state', `${state.text}, for ${age(agent.reading.since, now)}`],
    ['folder', agent.dir],
    ['runtime', [agent.runtime, agent.model, launch?.runtimeVersion].filter(Boolean).join(' ')],
    ['sets', agent.environmentNames.join(' ') || 'nothing'],
    ...(launch === null
      ? []
      : ([
          ['started', `${moment(launch.startedAt)} (${age(launch.startedAt, now)} ago), pid ${launch.pid}`],
          ['terminal', `${launch.columns} x ${launch.rows}`],
          [
            'secrets',
            launch.leak === 'clean' ? 'none of ours leaked' : `unchecked: ${launch.leakNote ?? ''}`,
          ],
          ['attach', shellWords(attach)],
        ] as const)),
    ...(agent.lastEnd === null ? [] : ([['last end', endText(agent.lastEnd)]] as const)),
    ...(agent.lastMessage === null ? [] : ([['says', agent.lastMessage]] as const)),
  ]);
}

async function inspection(found: Inspection, paint: Paint, now: number): Promise<string> {
  const { agent, question, processes } = found;
  const evidence = agent.reading.evidence.map((fact) => [
    fact.source,
    `${age(fact.at, now)} ago`,
    fact.supports,
    fact.says,
  ]);
  const parts = [facts(found, paint, now)];
  if (evidence.length > 0) {
    parts.push(
      `${paint('strong', 'Evidence')}\n${indented(await table(paint, ['SOURCE', 'SEEN', 'SPEAKS FOR', 'WHAT'], evidence))}`,
    );
  }
  if (question !== null) parts.push(`${questionText(question, paint, now)}\n${howToAnswer(question)}`);
  if (processes.length > 0) {
    const rows = processes.map(({ pid, command }) => [String(pid), command]);
    parts.push(`${paint('strong', 'Processes')}\n${indented(await table(paint, ['PID', 'COMMAND'], rows))}`);
  }
  return parts.join('\n\n');
}

export const agentInspect: Definition = (parent, { call, output }) => {
  define(parent, 'inspect <name>', 'Shows one agent, what its state rests on, and what it asks.').action(
    async (name: string, options: OutputOptions) => {
      const found = await call('agents.inspect', { name });
      await output.result(options, found, (paint) => inspection(found, paint, Date.now()));
    },
  );
};
