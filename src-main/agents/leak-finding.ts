import { BackboneError } from '../base/errors.ts';
import { findLeaks } from '../secrets/leak-check.ts';
import { processEnvironment } from '../secrets/process-environment.ts';
import type { AgentRecord, LaunchRecord } from './agent-record.ts';
import type { LaunchSecrets } from './launcher.ts';

/**
 * Reads back the environment of a launch's program.
 * @param granted keys that a person allowed this launch, which may bear a stripped name
 * @throws leak_found with the names, never the values
 */
export function leakFinding(
  agent: AgentRecord,
  launch: { readonly id: string; readonly pid: number },
  secrets: LaunchSecrets,
  granted: Readonly<Record<string, string>>,
): Pick<LaunchRecord, 'leak' | 'leakNote'> {
  const environment = processEnvironment(launch.pid);
  if (environment === null) {
    const why =
      process.platform === 'linux' ? 'The program had ended before.' : 'This system does not show it.';
    return { leak: 'unchecked', leakNote: `Its environment could not be read. ${why}` };
  }
  const credential = secrets.credentialFor({ agentId: agent.id, launchId: launch.id });
  const leaks = findLeaks(environment, {
    stripped: secrets.stripped,
    secrets: secrets.values,
    given: { ...agent.environment, ...granted, BACKBONE_API_KEY: credential },
  });
  if (leaks.length === 0) return { leak: 'clean', leakNote: null };
  throw new BackboneError(
    'leak_found',
    `"${agent.name}" was ended: its process held what no agent may hold. Unset these names where they are exported, then start it again.`,
    { details: leaks },
  );
}
