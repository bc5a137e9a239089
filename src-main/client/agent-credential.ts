/** The credential in an agent's environment; null when this is no agent's process. */
export function agentCredentialIn(environment: NodeJS.ProcessEnv): string | null {
  const value = environment['BACKBONE_API_KEY'];
  return value?.startsWith('bba_') === true ? value : null;
}
