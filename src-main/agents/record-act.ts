import type { Actor } from '../contract/question.ts';
import type { AgentRecord } from './agent-record.ts';
import type { AgentsParts } from './agents-parts.ts';

/** Records one act on an agent. @throws record_failed: the act that comes after it must not happen */
export async function recordAct(
  parts: AgentsParts,
  kind:
    | 'agent.registered'
    | 'agent.changed'
    | 'agent.renamed'
    | 'agent.forgotten'
    | 'launch.intended'
    | 'credential.issued'
    | 'launch.started'
    | 'launch.refused',
  actor: Actor,
  agent: AgentRecord,
  details: Readonly<Record<string, string | number>>,
  launchId: string | null = null,
): Promise<void> {
  await parts.audit.append({
    kind,
    actor,
    agent: { id: agent.id, name: agent.name },
    launch: launchId,
    details,
  });
}
