import type { LaunchEnd } from '../contract/agent.ts';
import type { AgentsParts } from './agents-parts.ts';
import { removeInstructions } from './instructions.ts';
import { endOfPane, withStatus } from './launch-end.ts';
import type { PaneEnd } from './supervisor.ts';

/**
 * Notes the end of a live launch everywhere. The memory goes first: what people see and what a credential is
 * worth must not wait for a disk.
 */
export function closeLaunch(parts: AgentsParts, agentId: string, end: LaunchEnd): void {
  const entry = parts.fleet.byId(agentId);
  if (entry?.live == null) return;
  const { launch } = entry.live;
  parts.supervisor.unwatch(agentId);
  parts.fleet.update(agentId, { live: null, lastEnd: end, questionId: null });
  removeInstructions(parts.folders, launch.id);
  parts.launches.ended(launch.id, end).catch((error: unknown) => parts.logger.failure('launch.ended', error));
  parts.audit
    .append({
      kind: 'launch.ended',
      actor: { door: 'daemon', name: null },
      agent: { id: entry.record.id, name: entry.record.name },
      launch: launch.id,
      details: { how: end.how, status: end.status, signal: end.signal },
    })
    .catch((error: unknown) => parts.logger.failure('audit.append', error));
}

/**
 * Carries out what the supervisor found: the program of a pane ended, or its session is gone. A program that only
 * closed its terminal goes on, and so does its launch.
 */
export async function takePaneEnd(parts: AgentsParts, found: PaneEnd): Promise<void> {
  await parts.locks.run(found.agentId, async () => {
    const live = parts.fleet.byId(found.agentId)?.live;
    if (live == null || (found.facts !== null && found.facts.pane !== live.launch.pane)) return;
    const at = parts.clock.now();
    if (found.facts === null) {
      closeLaunch(parts, found.agentId, { at, how: 'exited', status: null, signal: null, lastLines: [] });
      return;
    }
    const facts = await withStatus(found.facts, parts.tmux, parts.clock);
    if (facts === null) return;
    const end = await endOfPane(facts, parts.tmux, at);
    closeLaunch(parts, found.agentId, end);
    await parts.tmux.kill(facts.name);
  });
}
