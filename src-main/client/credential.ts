import { doorCredential } from '../authority/credentials.ts';
import { operatorKeyIn } from '../authority/operator-key.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { readEnvironmentFile } from '../secrets/environment-file.ts';
import { agentCredentialIn } from './agent-credential.ts';

/**
 * As whom a command of this process speaks: as the agent whose credential is in the environment, and then `.env` is
 * not opened, else as the operator at the command line.
 * @throws not_initialised, not_private, invalid_input when there is no usable operator's key
 */
export function credentialOf(directory: DataDirectory, environment: NodeJS.ProcessEnv): string {
  return (
    agentCredentialIn(environment) ??
    doorCredential(operatorKeyIn(readEnvironmentFile(directory.environmentFile)), 'cli')
  );
}
