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
  const without = new Set([...stripped, ...notInherited]);
  const passed = Object.entries(inherited).flatMap(([name, value]): [string, string][] =>
    value === undefined || without.has(name) || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? [] : [[name, value]],
  );
  return {
    ...Object.fromEntries(passed),
    ...facts.agent.environment,
    BACKBONE_API_KEY: facts.credential,
    BACKBONE_AGENT: facts.agent.name,
    BACKBONE_RUNTIME: facts.agent.runtime,
    BACKBONE_STATE_DIR: facts.stateFolder,
    BACKBONE_LAUNCH_ID: facts.launchId,
    BACKBONE_OPERATION_ID: facts.operationId,
    BACKBONE_DATA_DIR: facts.dataFolder,
  };
}
