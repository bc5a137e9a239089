import type { Implementations } from '../../src-main/api/doors.ts';
import { startTestServer, type TestServer } from './api-server.ts';
import { type CommandHome, commandHome, endpointOf } from './command-home.ts';

/** The command in a home whose data directory leads to the real doors, with stand-ins behind them. */
export interface ServedCommand extends CommandHome {
  readonly server: TestServer;
}

/** @param entry the built command */
export async function servedCommand(
  entry: string,
  implementations: Partial<Implementations> = {},
): Promise<ServedCommand> {
  const server = await startTestServer({ implementations });
  const home = commandHome(entry);
  home.writeKey(server.operatorKey);
  home.writeEndpoint(endpointOf(server.address));
  return {
    ...home,
    server,
    async dispose() {
      await server.dispose();
      await home.dispose();
    },
  };
}
