import { dataDirectory } from '../base/data-directory.ts';
import { agentCredentialIn } from '../client/agent-credential.ts';
import type { Client } from '../client/client.ts';
import type { CommandContext } from './context.ts';
import { type LocalClient, needsNoDaemon, openLocalClient } from './local-calls.ts';
import { createOutput } from './output.ts';
import { whileWaiting } from './progress.ts';

/** The client of the daemon of this data directory. Loaded at the first call: help and version need none of it. */
async function clientFor(context: Pick<CommandContext, 'directory' | 'environment'>): Promise<Client> {
  const [{ createClient }, { findDaemon }, { credentialOf }] = await Promise.all([
    import('../client/client.ts'),
    import('../client/find-daemon.ts'),
    import('../client/credential.ts'),
  ]);
  return createClient({
    address: findDaemon(context.directory).address,
    credential: credentialOf(context.directory, context.environment),
  });
}

/** The context of this process. */
export function createContext(environment: NodeJS.ProcessEnv = process.env): CommandContext {
  const directory = dataDirectory(environment);
  const isAgent = agentCredentialIn(environment) !== null;
  let opened: Promise<LocalClient | null> | null = null;
  const call: Client['call'] = async (name, input) => {
    // An agent's command has no right to the files behind the daemon.
    if (!isAgent && needsNoDaemon(name)) {
      opened ??= openLocalClient(directory, environment);
      const local = await opened;
      if (local !== null) return local.call(name, input);
    }
    return (await clientFor({ directory, environment })).call(name, input);
  };
  return {
    environment,
    folder: process.cwd(),
    directory,
    output: createOutput(process.stdout, process.stderr, environment),
    isAgent,
    call,
    close: async () => {
      const local = await opened?.catch(() => null);
      await local?.close();
    },
    callPatiently: (what, name, input) => whileWaiting(process.stderr, what, call(name, input)),
  };
}
