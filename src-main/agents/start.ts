import { randomUUID } from 'node:crypto';
import { operatorKeyName } from '../authority/operator-key.ts';
import { asBackboneError, BackboneError } from '../base/errors.ts';
import type { ConsentGrant } from '../consent/grant.ts';
import type { LaunchEnd } from '../contract/agent.ts';
import type { Actor } from '../contract/question.ts';
import type { AgentRecord, LaunchRecord } from './agent-record.ts';
import type { AgentsParts, LaunchConsent } from './agents-parts.ts';
import { closeLaunch } from './endings.ts';
import type { FleetEntry } from './fleet.ts';
import { endOfPane } from './launch-end.ts';
import { launch, newLaunchId, type StartedLaunch } from './launcher.ts';
import { type PendingStart, pendingSettled } from './pending-start.ts';
import { recordAct } from './record-act.ts';
import { requireProgram } from './require-program.ts';
import { settleRegistration } from './settle-registration.ts';
import type { StartRequest } from './start-request.ts';
import { waitForStart } from './start-wait.ts';
import { launched } from './state.ts';

export interface StartReport {
  readonly agentId: string;
  readonly outcome: 'ready' | 'waiting_for_human' | 'exited' | 'timeout' | 'running' | 'not_waited';
  readonly end: LaunchEnd | null;
  readonly registered: boolean;
}

/** A start of an agent that is registered. */
export type RegisteredStart = Pick<StartRequest, 'columns' | 'rows' | 'wait' | 'given' | 'unlock'>;

interface LaunchRequest extends Pick<StartRequest, 'columns' | 'rows'> {
  readonly launchId: string;
  readonly grant: ConsentGrant;
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

/**
 * Starts a registered agent with its saved settings. Where the folder's lock needs a person, it says so at once, and
 * the start goes on by itself when everything was answered.
 */
export async function startRegistered(
  parts: AgentsParts,
  agentId: string,
  request: RegisteredStart,
  actor: Actor,
): Promise<Omit<StartReport, 'registered'>> {
  const { live, pending } = entryOf(parts, agentId);
  if (live !== null) return { agentId, outcome: 'running', end: null };
  if (pending !== null) return await joinStart(parts, agentId, pending, request);
  const asked = Promise.withResolvers<null>();
  const going = goOn(parts, agentId, request, actor, () => asked.resolve(null));
  const begun = await Promise.race([going, asked.promise]);
  if (begun === null) {
    going.catch((error: unknown) => noteNotStarted(parts, agentId, error));
    return { agentId, outcome: 'waiting_for_human', end: null };
  }
  return await waited(parts, begun, request.wait);
}

/** A start of someone else is under way: this one goes the rest of the way with it. */
async function joinStart(
  parts: AgentsParts,
  agentId: string,
  { launchId }: PendingStart,
  { wait }: RegisteredStart,
): Promise<Omit<StartReport, 'registered'>> {
  await pendingSettled(parts.fleet, agentId, launchId);
  const { record, live, pending, lastEnd } = entryOf(parts, agentId);
  if (pending?.launchId === launchId) return { agentId, outcome: 'waiting_for_human', end: null };
  if (live !== null) return await waited(parts, { agent: record, launchId: live.launch.id }, wait);
  const [why = `"${record.name}" was not started.`] = lastEnd?.lastLines ?? [];
  throw new BackboneError('launch_failed', why);
}

async function waited(
  parts: AgentsParts,
  { agent, launchId }: Begun,
  wait: boolean,
): Promise<Omit<StartReport, 'registered'>> {
  if (!wait) return { agentId: agent.id, outcome: 'not_waited', end: null };
  const runtime = parts.runtimes[agent.runtime];
  const patience = parts.settings.get('timing.start_timeout_seconds') * 1_000;
  const outcome = await waitForStart(parts.fleet, agent.id, launchId, runtime, patience, parts.clock);
  return { agentId: agent.id, end: null, ...outcome };
}

interface Begun {
  readonly agent: AgentRecord;
  readonly launchId: string;
}

/** From the first look at the folder's lock to the process. Meanwhile the agent is neither at rest nor running. */
async function goOn(
  parts: AgentsParts,
  agentId: string,
  request: RegisteredStart,
  actor: Actor,
  onAsked: () => void,
): Promise<Begun> {
  const givenUp = new AbortController();
  const over = Promise.withResolvers<undefined>();
  const launchId = newLaunchId();
  const pending = { launchId, since: parts.clock.now(), giveUp: () => givenUp.abort(), over: over.promise };
  parts.fleet.update(agentId, { pending: { ...pending, asks: false } });
  try {
    const grant = await consentFor(parts, agentId, launchId, request, actor, {
      signal: givenUp.signal,
      onAsked() {
        parts.fleet.update(agentId, { pending: { ...pending, asks: true } });
        onAsked();
      },
    });
    if (givenUp.signal.aborted)
      throw new BackboneError('consent_denied', 'The start was given up before its program ran.');
    return await parts.locks.run(agentId, () =>
      begin(parts, agentId, { ...request, launchId, grant }, actor),
    );
  } finally {
    parts.fleet.update(agentId, { pending: null });
    over.resolve(undefined);
  }
}

async function consentFor(
  parts: AgentsParts,
  agentId: string,
  launchId: string,
  { given, unlock }: RegisteredStart,
  actor: Actor,
  listen: Parameters<LaunchConsent>[1],
): Promise<ConsentGrant> {
  const { record } = entryOf(parts, agentId);
  // Nobody is asked for the keys of a program that is not there.
  await requireProgram(parts, record.runtime);
  const environment = { ...parts.inherited, ...record.environment };
  return parts.consent(
    {
      agent: { id: agentId, name: record.name },
      name: record.name,
      folder: record.dir,
      launchId,
      program: parts.runtimes[record.runtime].label,
      injection: 'env',
      environment: new Set(Object.keys(environment).filter((name) => (environment[name] ?? '') !== '')),
      unlock,
      given,
      actor,
    },
    listen,
  );
}

function entryOf(parts: AgentsParts, agentId: string): FleetEntry {
  const entry = parts.fleet.byId(agentId);
  if (entry === undefined) throw new BackboneError('not_found', 'That agent was forgotten a moment ago.');
  return entry;
}

/** Nobody waits for this start any more, so what became of it stands with the agent. */
function noteNotStarted(parts: AgentsParts, agentId: string, thrown: unknown): void {
  const error = asBackboneError(thrown);
  parts.logger.failure('launch.consented', error);
  const entry = parts.fleet.byId(agentId);
  if (entry === undefined || entry.live !== null) return;
  const end = { at: parts.clock.now(), how: 'stopped', status: null, signal: null } as const;
  parts.fleet.update(agentId, { lastEnd: { ...end, lastLines: [`Not started: ${error.message}`] } });
}

/** Launches under the agent's lock. */
async function begin(
  parts: AgentsParts,
  agentId: string,
  { launchId, grant, ...size }: LaunchRequest,
  actor: Actor,
): Promise<Begun> {
  const agent = entryOf(parts, agentId).record;
  await refuseForeignSession(parts, agent);
  const runtime = parts.runtimes[agent.runtime];
  const { program, version } = await requireProgram(parts, agent.runtime);
  const intended: LaunchRecord = {
    id: launchId,
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
    end: null,
  };
  const operationId = randomUUID();
  const details = { runtime: agent.runtime, dir: agent.dir, operation: operationId };
  await Promise.all([
    recordAct(parts, 'launch.intended', actor, agent, details, intended.id),
    recordAct(parts, 'credential.issued', actor, agent, { variable: operatorKeyName }, intended.id),
  ]);
  await parts.launches.add(intended);
  try {
    const { record: started, ended } = await launch(
      { record: intended, agent, runtime, program, operationId, grant },
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
      recordAct(
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
    recordAct(parts, 'launch.started', actor, agent, { pid: launch.pid, leak: launch.leak }, launch.id),
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
