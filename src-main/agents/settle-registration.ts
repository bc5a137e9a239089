import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BackboneError } from '../base/errors.ts';
import type { Actor } from '../contract/question.ts';
import type { AgentRecord } from './agent-record.ts';
import type { AgentsParts } from './agents-parts.ts';
import { requireAtRest } from './pending-start.ts';
import { recordAct } from './record-act.ts';
import { planRegistration } from './registration.ts';
import { changing } from './registrations.ts';
import { requireProgram } from './require-program.ts';
import type { StartRequest } from './start-request.ts';

/** Finds or makes the registration. A change of runtime or model by a start is saved with it. */
export async function settleRegistration(
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
    await recordAct(parts, 'agent.registered', actor, agent, { dir: agent.dir, runtime });
    await parts.agents.add(agent);
    parts.fleet.add(agent, null);
    return { agent, registered: true };
  }
  const { id } = plan.agent;
  const changed = (record: AgentRecord): AgentRecord =>
    withChanges(plan.act === 'move' ? { ...record, dir: plan.dir } : record, request);
  if (changed(plan.agent) === plan.agent) return { agent: plan.agent, registered: false };
  // Under the agent's own lock: a start of it that is under way must not find itself with another program's rules.
  const agent = await changing(parts, id, () =>
    parts.locks.run(id, () =>
      changeAtRest(parts, changed(parts.fleet.byId(id)?.record ?? plan.agent), actor),
    ),
  );
  return { agent, registered: false };
}

async function changeAtRest(parts: AgentsParts, agent: AgentRecord, actor: Actor): Promise<AgentRecord> {
  requireAtRest(agent.name, parts.fleet.byId(agent.id), 'to start it with other settings');
  await recordAct(parts, 'agent.changed', actor, agent, {
    dir: agent.dir,
    runtime: agent.runtime,
    model: agent.model ?? '',
  });
  await parts.agents.replace(agent);
  parts.fleet.update(agent.id, { record: agent });
  return agent;
}

/** A model belongs to its runtime: with another runtime it goes, unless it is named too. */
function withChanges(agent: AgentRecord, request: StartRequest): AgentRecord {
  const runtime = request.runtime ?? agent.runtime;
  const model = request.model ?? (runtime === agent.runtime ? agent.model : null);
  return runtime === agent.runtime && model === agent.model ? agent : { ...agent, runtime, model };
}

/** The practice agent works in a folder that nobody needs, unless a folder is named or a known one is still there. */
function practiceFolder(parts: AgentsParts, request: StartRequest): string | null {
  const known = parts.fleet.records().find(({ name }) => name === request.name);
  const isThere = known !== undefined && folderExists(known.dir);
  if (request.runtime !== 'practice' || isThere) return null;
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
