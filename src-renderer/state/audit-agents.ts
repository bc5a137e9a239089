import type { AuditRecord } from '../../src-main/contract/audit.ts';
import type { Fleet } from './fleet.ts';

/** The agents to choose among: those that are registered, then those that only records know. */
export function agentsIn(
  fleet: Fleet,
  records: readonly AuditRecord[] | null,
): readonly { readonly id: string; readonly name: string }[] {
  const forgotten = new Map<string, string>();
  for (const { agent } of records ?? []) {
    // The newest record comes first, and with it the last name.
    if (agent !== null && !fleet.agents.has(agent.id) && !forgotten.has(agent.id))
      forgotten.set(agent.id, agent.name);
  }
  const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
  return [
    ...[...fleet.agents.values()].map(({ id, name }) => ({ id, name })).sort(byName),
    ...[...forgotten].map(([id, name]) => ({ id, name })).sort(byName),
  ];
}
