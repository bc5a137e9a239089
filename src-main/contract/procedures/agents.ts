import { z } from 'zod';
import { agent, agentEnvironment, launchEnd, modelName } from '../agent.ts';
import { agentName } from '../agent-name.ts';
import { consentGiven } from '../consent.ts';
import { folderPath } from '../folder-path.ts';
import { lockUnlock } from '../lock.ts';
import { procedure } from '../procedure.ts';
import { question } from '../question.ts';
import { runtimeId } from '../runtime.ts';

const byName = z.strictObject({ name: agentName });

/** What a start may answer besides, where the folder has a lock. */
const lockErrors = [
  'lock_not_file',
  'lock_not_ours',
  'lock_corrupted',
  'lock_version',
  'lock_old',
  'wrong_passphrase',
  'passphrase_needed',
  'consent_denied',
  'keyring_absent',
  'keyring_locked',
  'key_missing',
  'key_empty',
  'vault_locked',
  'not_private',
] as const;

/** How a start went. */
export const startResult = z.strictObject({
  agent,
  /** `running`: it already ran, nothing was started; `not_waited`: started, not waited for. */
  outcome: z.enum(['ready', 'waiting_for_human', 'exited', 'timeout', 'running', 'not_waited']),
  /** The open question when the outcome is `waiting_for_human`. */
  question: question.nullable(),
  /** How it ended when the outcome is `exited`. */
  end: launchEnd.nullable(),
  /** True when this start registered the folder. */
  registered: z.boolean(),
});
export type StartResult = z.infer<typeof startResult>;

/** A process that outlived a stop. */
export const survivor = z.strictObject({ pid: z.number().int(), command: z.string() });

export const agentProcedures = {
  'agents.list': procedure({
    method: 'GET',
    path: '/api/agents',
    authority: 'agent',
    summary: 'All registered agents with their state.',
    input: z.strictObject({}),
    output: z.strictObject({ agents: z.array(agent) }),
    errors: [],
  }),
  'agents.inspect': procedure({
    method: 'GET',
    path: '/api/agents/{name}',
    authority: 'agent',
    summary: 'One agent with its evidence, its open question and how to attach to it.',
    input: byName,
    output: z.strictObject({
      agent,
      question: question.nullable(),
      /** Arguments for a terminal of one's own, `tmux` first. */
      attach: z.array(z.string()),
      /** Processes of the live launch. */
      processes: z.array(survivor),
    }),
    errors: ['not_found'],
  }),
  'agents.start': procedure({
    method: 'POST',
    path: '/api/agents',
    authority: 'operator',
    summary: 'Starts the agent of a folder, registering the folder the first time.',
    input: z.strictObject({
      /** Absolute path. May be missing for the practice agent (which then gets a throw-away folder) or with a known name. */
      dir: folderPath.optional(),
      name: agentName.optional(),
      runtime: runtimeId.optional(),
      model: modelName.optional(),
      /** Size of the terminal at the start. */
      columns: z.number().int().min(80).max(500).optional(),
      rows: z.number().int().min(24).max(200).optional(),
      wait: z.boolean().default(true),
      /** What the operator has already said about the folder's lock and keys; the rest becomes questions. */
      given: consentGiven.optional(),
      /** How the folder's lock is opened when this machine's identity does not do it. */
      unlock: lockUnlock.optional(),
    }),
    output: startResult,
    errors: [
      'not_found',
      'name_taken',
      'ambiguous',
      'agent_running',
      'folder_missing',
      'runtime_missing',
      'launch_failed',
      'leak_found',
      'tmux_missing',
      'tmux_failed',
      'storage_busy',
      'record_failed',
      ...lockErrors,
    ],
    patience: 900_000,
  }),
  'agents.launch': procedure({
    method: 'POST',
    path: '/api/agents/{name}/start',
    authority: 'agent',
    summary: 'Starts a registered agent with its saved settings.',
    input: z.strictObject({ name: agentName, wait: z.boolean().default(true) }),
    output: startResult,
    errors: [
      'not_found',
      'folder_missing',
      'runtime_missing',
      'launch_failed',
      'leak_found',
      'tmux_missing',
      'tmux_failed',
      'storage_busy',
      'record_failed',
      ...lockErrors,
    ],
    patience: 900_000,
  }),
  'agents.stop': procedure({
    method: 'POST',
    path: '/api/agents/{name}/stop',
    authority: 'agent',
    summary: 'Ends an agent: its process tree first, then its tmux session.',
    input: byName,
    output: z.strictObject({ agent, outcome: z.enum(['stopped', 'not_running']), ended: z.array(survivor) }),
    errors: ['not_found', 'still_running', 'tmux_failed'],
    patience: 60_000,
  }),
  'agents.set': procedure({
    method: 'PATCH',
    path: '/api/agents/{name}',
    authority: 'operator',
    summary:
      'Changes saved settings; they take effect at the next start. Runtime and folder only while it is stopped. One bad field changes nothing.',
    input: z.strictObject({
      name: agentName,
      runtime: runtimeId.optional(),
      /** Null removes it. Changing the runtime clears it unless it is given too. */
      model: modelName.nullable().optional(),
      /** Absolute path. */
      dir: folderPath.optional(),
      /** Replaces the whole set. */
      environment: agentEnvironment.optional(),
    }),
    output: z.strictObject({ agent, warnings: z.array(z.string()) }),
    errors: ['not_found', 'folder_missing', 'agent_running', 'storage_busy'],
  }),
  'agents.rename': procedure({
    method: 'POST',
    path: '/api/agents/{name}/rename',
    authority: 'operator',
    summary: 'Gives a stopped agent another name; its identity stays.',
    input: z.strictObject({ name: agentName, to: agentName }),
    output: z.strictObject({ agent }),
    errors: ['not_found', 'name_taken', 'agent_running', 'storage_busy'],
  }),
  'agents.forget': procedure({
    method: 'DELETE',
    path: '/api/agents/{name}',
    authority: 'operator',
    summary: 'Removes a stopped agent from the register. Its folder is not touched.',
    input: byName,
    output: z.strictObject({ name: agentName }),
    errors: ['not_found', 'agent_running', 'storage_busy'],
  }),
  'agents.screen': procedure({
    method: 'GET',
    path: '/api/agents/{name}/screen',
    authority: 'agent',
    summary: 'What stands on the agent’s terminal now, plain text.',
    input: z.strictObject({ name: agentName, lines: z.coerce.number().int().min(1).max(10_000).optional() }),
    output: z.strictObject({ lines: z.array(z.string()), columns: z.number().int(), rows: z.number().int() }),
    errors: ['not_found', 'agent_offline', 'tmux_failed'],
  }),
};
