import { realpathSync, statSync } from 'node:fs';
import { BackboneError } from '../base/errors.ts';
import type { Actor } from '../contract/question.ts';
import type { AgentRecord } from './agent-record.ts';
import type { AgentsParts } from './agents-parts.ts';
import { reservedNames } from './launch-environment.ts';
import { requireAtRest } from './pending-start.ts';
import { recordAct } from './record-act.ts';

export type AgentChange = Partial<Pick<AgentRecord, 'runtime' | 'model' | 'dir' | 'environment'>>;

/**
 * Changes saved settings. What is not in `change` stays; a change of the runtime takes the model with it. Runtime and
 * folder change only at rest: by the one a running program's screen is read and its dialogs are answered, the other
 * stands in its questions.
 */
export function changeAgent(
  parts: AgentsParts,
  agentId: string,
  change: AgentChange,
  actor: Actor,
): Promise<{ warnings: string[] }> {
  return changing(parts, agentId, async () => {
    const before = recordOf(parts, agentId);
    if (change.dir !== undefined && statSync(change.dir, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new BackboneError('folder_missing', `${change.dir} is not a folder. Name an existing one.`);
    }
    const reserved = reservedNames.filter((name) => Object.hasOwn(change.environment ?? {}, name));
    if (reserved.length > 0) {
      throw new BackboneError('invalid_input', `Backbone sets ${reserved.join(', ')} itself. Leave it out.`);
    }
    const otherRuntime = change.runtime !== undefined && change.runtime !== before.runtime;
    const dir = change.dir === undefined ? before.dir : realpathSync(change.dir);
    const after: AgentRecord = {
      ...before,
      ...(otherRuntime ? { model: null } : {}),
      ...change,
      dir,
    };
    const save = async (): Promise<void> => {
      await recordAct(parts, 'agent.changed', actor, after, { fields: Object.keys(change).join(' ') });
      await parts.agents.replace(after);
      parts.fleet.update(agentId, { record: after });
    };
    const atRest = otherRuntime || dir !== before.dir;
    await (atRest ? whileStopped(parts, agentId, save) : save());
    return { warnings: warningsFor(change) };
  });
}

/**
 * One change of an agent's record at a time. Not the agent's own lock: a database that someone holds must not keep
 * it from being stopped.
 */
export function changing<T>(parts: AgentsParts, agentId: string, task: () => Promise<T>): Promise<T> {
  return parts.locks.run(`record ${agentId}`, task);
}

/** For what may only change while no program runs: it must not be started meanwhile either. @throws agent_running */
function whileStopped(
  parts: AgentsParts,
  agentId: string,
  task: (record: AgentRecord) => Promise<void>,
): Promise<void> {
  return parts.locks.run(agentId, () => task(requireStopped(parts, agentId)));
}

/** Gives a stopped agent another name. */
export function renameAgent(parts: AgentsParts, agentId: string, to: string, actor: Actor): Promise<void> {
  const rename = async (before: AgentRecord): Promise<void> => {
    const holder = parts.fleet
      .records()
      .find(({ id, name }) => id !== agentId && name.toLowerCase() === to.toLowerCase());
    if (holder !== undefined) {
      throw new BackboneError(
        'name_taken',
        `An agent is called "${holder.name}" already. Choose another name.`,
      );
    }
    const after = { ...before, name: to };
    await recordAct(parts, 'agent.renamed', actor, after, { from: before.name });
    await parts.agents.replace(after);
    parts.fleet.update(agentId, { record: after });
  };
  return parts.locks.run('register', () =>
    changing(parts, agentId, () => whileStopped(parts, agentId, rename)),
  );
}

/** Takes a stopped agent out of the register. */
export function forgetAgent(parts: AgentsParts, agentId: string, actor: Actor): Promise<void> {
  const forget = async (before: AgentRecord): Promise<void> => {
    await recordAct(parts, 'agent.forgotten', actor, before, {});
    await parts.agents.remove(agentId);
    parts.fleet.remove(agentId);
  };
  return changing(parts, agentId, () => whileStopped(parts, agentId, forget));
}

function recordOf(parts: AgentsParts, agentId: string): AgentRecord {
  const entry = parts.fleet.byId(agentId);
  if (entry === undefined) throw new BackboneError('not_found', 'That agent was forgotten a moment ago.');
  return entry.record;
}

function requireStopped(parts: AgentsParts, agentId: string): AgentRecord {
  const record = recordOf(parts, agentId);
  requireAtRest(record.name, parts.fleet.byId(agentId), 'and try again');
  return record;
}

/** Settings are kept in plain text, so a name that looks like a secret's draws a word. */
function warningsFor(change: AgentChange): string[] {
  const suspicious = Object.keys(change.environment ?? {}).filter((name) =>
    /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i.test(name),
  );
  if (suspicious.length === 0) return [];
  return [
    `${suspicious.join(', ')} looks like a secret. An agent's environment is kept in plain text in the database.`,
  ];
}
