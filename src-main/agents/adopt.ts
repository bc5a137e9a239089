import { processEnvironment } from '../secrets/process-environment.ts';
import type { SessionFacts } from '../tmux/tmux.ts';
import type { LaunchRecord } from './agent-record.ts';
import type { AgentsParts } from './agents-parts.ts';
import { endProcesses } from './end-processes.ts';
import { closeLaunch, takePaneEnd } from './endings.ts';
import type { FleetEntry } from './fleet.ts';
import type { StartedLaunch } from './launcher.ts';
import { leakFinding } from './leak-finding.ts';
import { linuxProcess } from './process-table.ts';
import { processesOf } from './process-tree.ts';
import { launched, resumed } from './state.ts';

/**
 * Fills the fleet from the database and takes up the launches that went on while no daemon ran. A launch whose
 * session is gone is closed as lost; one that ended meanwhile is closed with its status.
 */
export async function adoptLaunches(parts: AgentsParts): Promise<void> {
  for (const record of parts.agents.all()) {
    parts.fleet.add(record, parts.launches.lastEnded(record.id)?.end ?? null);
  }
  const sessions = new Map((await parts.tmux.sessions()).map((facts) => [facts.name, facts]));
  for (const launch of parts.launches.open()) {
    const entry = parts.fleet.byId(launch.agentId);
    if (entry === undefined) continue;
    const facts = sessions.get(entry.record.name);
    if (facts !== undefined && isSession(launch, facts)) {
      await takeUp(parts, entry, launch, facts);
      continue;
    }
    closeLost(parts, entry, launch);
    // Its loader can only fail now: the file that it is about to read was taken away.
    if (facts !== undefined && isLoader(launch, facts)) await parts.tmux.kill(facts.name);
  }
}

/** The daemon ended between the birth of this launch's session and the start of its program. */
function isLoader(launch: LaunchRecord, facts: SessionFacts): boolean {
  return launch.pane === null && linuxProcess(facts.pid)?.command.includes(launch.id) === true;
}

/** The session of that name is this launch's: by the pane that was noted, or by the id that its process carries. */
function isSession(launch: LaunchRecord, facts: SessionFacts): boolean {
  const carried = processEnvironment(facts.pid)?.['BACKBONE_LAUNCH_ID'];
  if (carried !== undefined) return carried === launch.id;
  if (launch.pid !== facts.pid) return false;
  return (
    facts.dead || linuxProcess(facts.pid) === null || linuxProcess(facts.pid)?.started === launch.pidStarted
  );
}

async function takeUp(
  parts: AgentsParts,
  entry: FleetEntry,
  launch: LaunchRecord,
  facts: SessionFacts,
): Promise<void> {
  const started = {
    ...launch,
    pane: facts.pane,
    pid: facts.pid,
    pidStarted: launch.pidStarted ?? linuxProcess(facts.pid)?.started ?? null,
    columns: facts.columns,
    rows: facts.rows,
  };
  const looked =
    launch.leakNote === null && launch.leak === 'unchecked' ? await lookedAt(parts, entry, started) : started;
  if (looked === null) return;
  if (looked !== started || launch.pane === null) await parts.launches.started(looked);
  const { lastMessage, reading } = parts.remembered(launch.id);
  const live = { launch: looked, knowledge: resumed(launch.startedAt, reading) };
  parts.fleet.update(entry.record.id, { live, lastMessage });
  parts.supervisor.watch(entry.record.id);
  if (facts.dead) await takePaneEnd(parts, { agentId: entry.record.id, facts });
}

/** The leak check that the daemon did not live to make. @returns null when the launch was ended for a leak */
async function lookedAt(
  parts: AgentsParts,
  entry: FleetEntry,
  launch: StartedLaunch,
): Promise<StartedLaunch | null> {
  try {
    return { ...launch, ...leakFinding(entry.record, launch, parts.secrets(), {}) };
  } catch (error) {
    parts.logger.failure('launch.leak', error);
    const root = { launchId: launch.id, pid: launch.pid, pidStarted: launch.pidStarted };
    await endProcesses((known) => processesOf(root, known), 0, parts.clock);
    await parts.tmux.kill(entry.record.name);
    closeLost(parts, entry, launch);
    return null;
  }
}

function closeLost(parts: AgentsParts, entry: FleetEntry, launch: LaunchRecord): void {
  const known = { ...launch, pane: launch.pane ?? '', pid: launch.pid ?? 0 };
  parts.fleet.update(entry.record.id, { live: { launch: known, knowledge: launched(launch.startedAt) } });
  closeLaunch(parts, entry.record.id, {
    at: parts.clock.now(),
    how: 'lost',
    status: null,
    signal: null,
    lastLines: [],
  });
}
