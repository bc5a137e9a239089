import { BackboneError } from '../base/errors.ts';
import type { Actor } from '../contract/question.ts';
import type { AgentsParts } from './agents-parts.ts';
import { endProcesses } from './end-processes.ts';
import { closeLaunch } from './endings.ts';
import { lastLines } from './launch-end.ts';
import type { ProcessFacts } from './process-table.ts';
import { processesOf } from './process-tree.ts';

export interface StopReport {
  readonly outcome: 'stopped' | 'not_running';
  readonly ended: readonly ProcessFacts[];
}

/**
 * Ends an agent: its processes first, by identity, those that left the tree included, then its session. Works from
 * memory, tmux and the system alone: a database that someone holds or a full disk never keeps an agent alive.
 * @throws still_running naming what lives on; the session is gone all the same
 */
export async function stopAgent(parts: AgentsParts, agentId: string, actor: Actor): Promise<StopReport> {
  const pending = parts.fleet.byId(agentId)?.pending ?? null;
  if (pending !== null) noteStop(parts, agentId, pending.launchId, actor);
  pending?.giveUp();
  await pending?.over;
  return parts.locks.run(agentId, async () => {
    const entry = parts.fleet.byId(agentId);
    if (entry?.live == null) return { outcome: pending === null ? 'not_running' : 'stopped', ended: [] };
    const { launch } = entry.live;
    noteStop(parts, agentId, launch.id, actor);
    parts.supervisor.hold(agentId);
    try {
      const lines = await lastLines(launch.pane, parts.tmux);
      const root = { launchId: launch.id, pid: launch.pid, pidStarted: launch.pidStarted };
      const grace = parts.settings.get('timing.stop_grace_seconds') * 1_000;
      const { ended, survivors } = await endProcesses(
        (known) => processesOf(root, known),
        grace,
        parts.clock,
      );
      await parts.tmux.kill(entry.record.name);
      closeLaunch(parts, agentId, {
        at: parts.clock.now(),
        how: 'stopped',
        status: null,
        signal: null,
        lastLines: lines,
      });
      if (survivors.length === 0) return { outcome: 'stopped', ended };
      throw new BackboneError(
        'still_running',
        `The session of "${entry.record.name}" is gone, but ${survivors.length} of its processes did not end.`,
        {
          details: survivors.map(({ pid, command }) => `${pid} ${command}`.slice(0, 200)),
        },
      );
    } finally {
      parts.supervisor.release(agentId);
    }
  });
}

/** What ends an agent is never held up by a record that cannot be written. */
function noteStop(parts: AgentsParts, agentId: string, launch: string, actor: Actor): void {
  const name = parts.fleet.byId(agentId)?.record.name ?? '';
  parts.audit
    .append({ kind: 'stop.requested', actor, agent: { id: agentId, name }, launch, details: {} })
    .catch((error: unknown) => parts.logger.failure('audit.append', error));
}
