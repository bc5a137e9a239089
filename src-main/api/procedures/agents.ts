import type { AgentsParts } from '../../agents/agents-parts.ts';
import { agentView } from '../../agents/fleet.ts';
import { processesOf } from '../../agents/process-tree.ts';
import { changeAgent, forgetAgent, renameAgent } from '../../agents/registrations.ts';
import { type StartReport, startAgent, startRegistered } from '../../agents/start.ts';
import { stopAgent } from '../../agents/stop.ts';
import type { Questions } from '../../approvals/questions.ts';
import { BackboneError } from '../../base/errors.ts';
import { plainText } from '../../base/plain-text.ts';
import type { StartResult } from '../../contract/procedures/agents.ts';
import { plainRows } from '../../terminal/screen.ts';
import type { Implementations } from '../doors.ts';
import { actorOf } from './actor-of.ts';

type AgentImplementations = Pick<
  Implementations,
  | 'agents.list'
  | 'agents.inspect'
  | 'agents.start'
  | 'agents.launch'
  | 'agents.stop'
  | 'agents.set'
  | 'agents.rename'
  | 'agents.forget'
  | 'agents.screen'
>;

export function agentImplementations(parts: AgentsParts, questions: Questions): AgentImplementations {
  const { fleet, tmux } = parts;
  const view = (agentId: string) => {
    const entry = fleet.byId(agentId);
    if (entry === undefined) throw new BackboneError('not_found', 'That agent was forgotten a moment ago.');
    return agentView(entry);
  };
  const startResult = (report: StartReport): StartResult => ({
    agent: view(report.agentId),
    outcome: report.outcome,
    question: report.outcome === 'waiting_for_human' ? (questions.openOf(report.agentId) ?? null) : null,
    end: report.end,
    registered: report.registered,
  });
  return {
    'agents.list': async () => ({ agents: fleet.entries().map(agentView) }),
    'agents.inspect': async ({ name }) => {
      const { record, live } = fleet.byName(name);
      const root = live === null ? null : { ...live.launch, launchId: live.launch.id };
      const processes = root === null ? [] : await processesOf(root);
      return {
        agent: view(record.id),
        question: questions.openOf(record.id) ?? null,
        attach: [...tmux.attachArguments(name, false)],
        processes: processes.map(({ pid, command }) => ({ pid, command: plainText(command) })),
      };
    },
    'agents.start': async (input, caller) => {
      const {
        dir = null,
        name = null,
        runtime = null,
        model = null,
        columns = null,
        rows = null,
        wait,
        given = null,
        unlock = {},
      } = input;
      return startResult(
        await startAgent(
          parts,
          { dir, name, runtime, model, columns, rows, wait, given, unlock },
          actorOf(caller),
        ),
      );
    },
    'agents.launch': async ({ name, wait }, caller) => {
      const { record } = fleet.byName(name);
      const report = await startRegistered(
        parts,
        record.id,
        { columns: null, rows: null, wait, given: null, unlock: {} },
        actorOf(caller),
      );
      return startResult({ ...report, registered: false });
    },
    'agents.stop': async ({ name }, caller) => {
      const { record } = fleet.byName(name);
      const { outcome, ended } = await stopAgent(parts, record.id, actorOf(caller));
      return {
        agent: view(record.id),
        outcome,
        ended: ended.map(({ pid, command }) => ({ pid, command: plainText(command) })),
      };
    },
    'agents.set': async ({ name, ...change }, caller) => {
      const { record } = fleet.byName(name);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const { warnings } = await changeAgent(parts, record.id, given, actorOf(caller));
      return { agent: view(record.id), warnings };
    },
    'agents.rename': async ({ name, to }, caller) => {
      const { record } = fleet.byName(name);
      await renameAgent(parts, record.id, to, actorOf(caller));
      return { agent: view(record.id) };
    },
    'agents.forget': async ({ name }, caller) => {
      const { record } = fleet.byName(name);
      await forgetAgent(parts, record.id, actorOf(caller));
      return { name };
    },
    'agents.screen': async ({ name, lines }) => {
      const { live } = fleet.byName(name);
      if (live === null) throw new BackboneError('agent_offline', `"${name}" does not run.`);
      const capture = await tmux.capture(live.launch.pane, lines === undefined ? {} : { history: lines });
      const shown = plainRows(capture).map((line) => plainText(line));
      return {
        lines: lines === undefined ? shown : shown.slice(-lines),
        columns: capture.columns,
        rows: capture.rows,
      };
    },
  };
}
