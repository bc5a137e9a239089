/**
 * What the daemon hands on of its own environment, to tmux and to agents: without our secrets and without what
 * marks a process of an agent, should the daemon have been started from one.
 * @param stripped names that no agent inherits
 */
export function ownEnvironment(
  environment: NodeJS.ProcessEnv,
  stripped: readonly string[],
): NodeJS.ProcessEnv {
  const without = new Set(stripped);
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !without.has(name) && !name.startsWith('BACKBONE_')),
  );
}
