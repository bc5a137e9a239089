import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { operatorKeyName } from '../authority/operator-key.ts';
import { asBackboneError, BackboneError } from '../base/errors.ts';
import type { LaunchEnd } from '../contract/agent.ts';
import type { Actor } from '../contract/question.ts';
import type { RuntimeId } from '../contract/runtime.ts';
import type { AgentRecord, LaunchRecord } from './agent-record.ts';
import type { AgentsParts } from './agents-parts.ts';
import { closeLaunch } from './endings.ts';
import { endOfPane } from './launch-end.ts';
import { launch, newLaunchId, type StartedLaunch } from './launcher.ts';
import { planRegistration } from './registration.ts';
import { waitForStart } from './start-wait.ts';
import { launched } from './state.ts';

export interface StartRequest {
  /** Absolute path; null when only a name is given, or for the practice agent a throw-away folder is wanted. */
  readonly dir: string | null;
  readonly name: string | null;
  /** Null: the saved one, or the default for a new agent. */
  readonly runtime: RuntimeId | null;
  readonly model: string | null;
  readonly columns: number | null;
  readonly rows: number | null;
  readonly wait: boolean;
}

export interface StartReport {
  readonly agentId: string;
  readonly outcome: 'ready' | 'waiting_for_human' | 'exited' | 'timeout' | 'running' | 'not_waited';
  readonly end: LaunchEnd | null;
  readonly registered: boolean;
}

/** Starts the agent that a request means, registering its folder the first time. */
export async function startAgent(
  parts: AgentsParts,
  request: StartRequest,
  actor: Actor,
): Promise<StartReport> {
  const { agent, registered } = await parts.locks.run('register', () =>
    settleRegistration(parts, request, actor),
  );
  const report = await startRegistered(parts, agent.id, request, actor);
  return { ...report, registered };
}

/** Starts a registered agent with its saved settings. */
export async function startRegistered(
  parts: AgentsParts,
  agentId: string,
  request: Pick<StartRequest, 'columns' | 'rows' | 'wait'>,
  actor: Actor,
): Promise<Omit<StartReport, 'registered'>> {
  const begun = await parts.locks.run(agentId, () => begin(parts, agentId, request, actor));
  if (begun === null) return { agentId, outcome: 'running', end: null };
  const runtime = parts.runtimes[begun.agent.runtime];
  if (!request.wait) return { agentId, outcome: 'not_waited', end: null };
  const patience = parts.settings.get('timing.start_timeout_seconds') * 1_000;
  const outcome = await waitForStart(parts.fleet, agentId, begun.launchId, runtime, patience, parts.clock);
  return { agentId, end: null, ...outcome };
}

/** Finds or makes the registration. A change of runtime or model by a start is saved with it. */
async function settleRegistration(
  parts: AgentsParts,
  request: StartRequest,
  actor: Actor,
): Promise<{ agent: AgentRecord; registered: boolean }> {
  const dir = realFolder(request.dir ?? practiceFolder(parts, request));
  const plan = planRegistration(parts.fleet.records(), { dir, name: request.name }, folderExists);
  if (plan.act === 'register') {
    const runtime = request.runtime ?? parts.settings.get('agents.default_runtime');
    await requireProgram(parts, runtime);
    const agent: AgentRecord = {
      id: randomUUID(),
      name: plan.name,
      dir: plan.dir,
      runtime,
      model: request.model,
      environment: {},
      registeredAt: parts.clock.now(),
    };
    await record(parts, 'agent.registered', actor, agent, { dir: agent.dir, runtime });
    await parts.agents.add(agent);
    parts.fleet.add(agent, null);
    return { agent, registered: true };
  }
  const agent = withChanges(plan.act === 'move' ? { ...plan.agent, dir: plan.dir } : plan.agent, request);
  // Under the agent's own lock: a start of it that is under way must not find itself with another program's rules.
  if (agent !== plan.agent) await parts.locks.run(agent.id, () => changeAtRest(parts, agent, actor));
  return { agent, registered: false };
}

async function changeAtRest(parts: AgentsParts, agent: AgentRecord, actor: Actor): Promise<void> {
  refuseWhileRunning(parts, agent);
  await record(parts, 'agent.changed', actor, agent, {
    dir: agent.dir,
    runtime: agent.runtime,
    model: agent.model ?? '',
  });
  await parts.agents.replace(agent);
  parts.fleet.update(agent.id, { record: agent });
}

/** A model belongs to its runtime: with another runtime it goes, unless it is named too. */
function withChanges(agent: AgentRecord, request: StartRequest): AgentRecord {
  const runtime = request.runtime ?? agent.runtime;
  const model = request.model ?? (runtime === agent.runtime ? agent.model : null);
  return runtime === agent.runtime && model === agent.model ? agent : { ...agent, runtime, model };
}

function refuseWhileRunning(parts: AgentsParts, agent: AgentRecord): void {
  if (parts.fleet.byId(agent.id)?.live == null) return;
  throw new BackboneError(
    'agent_running',
    `"${agent.name}" runs. Stop it first to start it with other settings.`,
  );
}

/** The practice agent works in a folder that nobody needs, unless a folder or a known agent is named. */
function practiceFolder(parts: AgentsParts, request: StartRequest): string | null {
  const known = request.name !== null && parts.fleet.records().some(({ name }) => name === request.name);
  if (request.runtime !== 'practice' || known) return null;
  return mkdtempSync(path.join(tmpdir(), 'practice-'));
}

function realFolder(dir: string | null): string | null {
  if (dir === null) return null;
  if (!folderExists(dir))
    throw new BackboneError('folder_missing', `${dir} is not a folder. Name an existing one.`);
  return realpathSync(dir);
}

function folderExists(dir: string): boolean {
  return statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function requireProgram(
  parts: AgentsParts,
  id: RuntimeId,
): Promise<{ program: string; version: string | null }> {
  const runtime = parts.runtimes[id];
  const found = await parts.findProgram(runtime);
  if (found !== null) return found;
  const how = runtime.install === null ? '' : ` Install it: ${runtime.install}`;
  throw new BackboneError(
    'runtime_missing',
    `The program of ${runtime.label}, "${runtime.program ?? ''}", is not on the PATH of the daemon.${how}`,
  );
}

/** Launches under the agent's lock. @returns null when it runs already */
async function begin(
  parts: AgentsParts,
  agentId: string,
  size: Pick<StartRequest, 'columns' | 'rows'>,
  actor: Actor,
): Promise<{ agent: AgentRecord; launchId: string } | null> {
  const entry = parts.fleet.byId(agentId);
  if (entry === undefined) throw new BackboneError('not_found', 'That agent was forgotten a moment ago.');
  if (entry.live !== null) return null;
  const agent = entry.record;
  await refuseForeignSession(parts, agent);
  const runtime = parts.runtimes[agent.runtime];
  const { program, version } = await requireProgram(parts, agent.runtime);
  const intended: LaunchRecord = {
    id: newLaunchId(),
    agentId,
    startedAt: parts.clock.now(),
    pane: null,
    pid: null,
    pidStarted: null,
    columns: size.columns ?? parts.settings.get('terminal.columns'),
    rows: size.rows ?? parts.settings.get('terminal.rows'),
    runtimeVersion: version,
    leak: 'unchecked',
    leakNote: null,
    conversation: null,
    end: null,
  };
  const operationId = randomUUID();
  const details = { runtime: agent.runtime, dir: agent.dir, operation: operationId };
  await Promise.all([
    record(parts, 'launch.intended', actor, agent, details, intended.id),
    record(parts, 'credential.issued', actor, agent, { variable: operatorKeyName }, intended.id),
  ]);
  await parts.launches.add(intended);
  try {
    const { record: started, ended } = await launch(
      { record: intended, agent, runtime, program, operationId },
      parts,
    );
    noteStart(parts, agent, started, actor);
    if (ended !== null) {
      closeLaunch(parts, agentId, await endOfPane(ended, parts.tmux, parts.clock.now()));
      await parts.tmux.kill(ended.name);
    }
    return { agent, launchId: started.id };
  } catch (thrown) {
    const error = asBackboneError(thrown);
    const end = { at: parts.clock.now(), how: 'stopped', status: null, signal: null, lastLines: [] } as const;
    afterwards(parts, parts.launches.ended(intended.id, { ...end, lastLines: [] }));
    afterwards(
      parts,
      record(
        parts,
        'launch.refused',
        actor,
        agent,
        { code: error.code, names: error.details.join(' ') },
        intended.id,
      ),
    );
    throw error;
  }
}

/** The process runs: from here on nothing that fails may hide it. Its row is found again by its launch id. */
function noteStart(parts: AgentsParts, agent: AgentRecord, launch: StartedLaunch, actor: Actor): void {
  parts.fleet.update(agent.id, {
    live: { launch, knowledge: launched(launch.startedAt) },
    lastMessage: null,
  });
  parts.supervisor.watch(agent.id);
  afterwards(parts, parts.launches.started(launch));
  afterwards(
    parts,
    record(parts, 'launch.started', actor, agent, { pid: launch.pid, leak: launch.leak }, launch.id),
  );
}

function afterwards(parts: AgentsParts, work: Promise<unknown>): void {
  work.catch((error: unknown) => parts.logger.failure('launch.record', error));
}

/** A session that we know nothing of is left alone; a dead one of an earlier launch is taken away. */
async function refuseForeignSession(parts: AgentsParts, agent: AgentRecord): Promise<void> {
  const session = (await parts.tmux.sessions()).find(({ name }) => name === agent.name);
  if (session === undefined) return;
  if (session.dead) {
    await parts.tmux.kill(session.name);
    return;
  }
  throw new BackboneError(
    'launch_failed',
    `A tmux session called "${agent.name}" runs that Backbone did not start. End it, or rename the agent.`,
  );
}

async function record(
  parts: AgentsParts,
  kind:
    | 'agent.registered'
    | 'agent.changed'
    | 'launch.intended'
    | 'credential.issued'
    | 'launch.started'
    | 'launch.refused',
  actor: Actor,
  agent: AgentRecord,
  details: Readonly<Record<string, string | number>>,
  launchId: string | null = null,
): Promise<void> {
  await parts.audit.append({
    kind,
    actor,
    agent: { id: agent.id, name: agent.name },
    launch: launchId,
    details,
  });
}
