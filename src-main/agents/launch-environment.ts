import type { ConsentGrant } from '../consent/grant.ts';
import type { Personality } from '../contract/lock.ts';
import type { AgentRecord } from './agent-record.ts';

/** Names that Backbone sets in every agent; an agent's own settings cannot have them. */
export const reservedNames = [
  'BACKBONE_API_KEY',
  'BACKBONE_AGENT',
  'BACKBONE_RUNTIME',
  'BACKBONE_STATE_DIR',
  'BACKBONE_LAUNCH_ID',
  'BACKBONE_OPERATION_ID',
  'BACKBONE_DATA_DIR',
] as const;

/** Names that belong to the daemon's own terminal or process and would mislead an agent. */
const notInherited = new Set([
  'TMUX',
  'TMUX_PANE',
  'TERM',
  'TERM_PROGRAM',
  'TERM_PROGRAM_VERSION',
  'PWD',
  'OLDPWD',
  'SHLVL',
  '_',
  ...reservedNames,
]);

export interface LaunchFacts {
  readonly agent: AgentRecord;
  readonly launchId: string;
  readonly operationId: string;
  /** The credential of this launch. */
  readonly credential: string;
  readonly stateFolder: string;
  readonly dataFolder: string;
  /** What a person allowed this launch. */
  readonly grant: ConsentGrant;
}

/**
 * Environment that the launch's private file carries: what the person who started the daemon exported, without
 * our own secrets, then the agent's settings, then our own names. It is given whole, because a tmux server may be
 * older than what was exported since.
 * @param inherited the daemon's environment
 * @param stripped names that no agent inherits
 */
export function launchEnvironment(
  facts: LaunchFacts,
  inherited: NodeJS.ProcessEnv,
  stripped: Iterable<string>,
): Record<string, string> {
  const refused = facts.grant.without.map(({ name }) => name);
  const without = new Set([...stripped, ...notInherited, ...refused]);
  const passed = Object.entries(inherited).flatMap(([name, value]): [string, string][] =>
    value === undefined || without.has(name) || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? [] : [[name, value]],
  );
  return {
    ...Object.fromEntries(passed),
    ...withoutNames(facts.agent.environment, refused),
    ...personalityEnvironment(facts.grant.personality),
    ...facts.grant.values,
    BACKBONE_API_KEY: facts.credential,
    BACKBONE_AGENT: facts.agent.name,
    BACKBONE_RUNTIME: facts.agent.runtime,
    BACKBONE_STATE_DIR: facts.stateFolder,
    BACKBONE_LAUNCH_ID: facts.launchId,
    BACKBONE_OPERATION_ID: facts.operationId,
    BACKBONE_DATA_DIR: facts.dataFolder,
  };
}

function withoutNames(
  environment: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}

/** Longest text that is handed on as a variable; Linux hands a program none of 128 KiB. Longer ones come as instructions alone. */
const longestTrait = 65_536;

function personalityEnvironment({ system_prompt, tone }: Personality): Record<string, string> {
  const traits = { AGENT_SYSTEM_PROMPT: system_prompt, AGENT_TONE: tone };
  return Object.fromEntries(
    Object.entries(traits).flatMap(([name, text]): [string, string][] =>
      text === undefined || text.includes('\0') || Buffer.byteLength(text) > longestTrait
        ? []
        : [[name, text]],
    ),
  );
}
