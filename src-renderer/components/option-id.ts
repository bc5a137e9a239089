/** The element id of an agent's row. */
export function optionId(agentId: string): string {
  return `agent-${agentId}`;
}
