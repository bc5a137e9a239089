import type { Clock } from '../base/clock.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { BackboneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { attachCore } from './attached-core.ts';
import type { Core } from './core.ts';
import { ownCore } from './own-core.ts';

export interface CoreOptions {
  readonly directory: DataDirectory;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Takes one finished line of the daemon's log. */
  readonly writeLog: (line: string) => void;
  /** A client asked our own daemon to end. */
  readonly onShutDown: () => void;
}

/**
 * Starts the daemon of a data directory in this process, or attaches to the one that already holds it.
 * @throws as `createDaemon`, and daemon_unreachable when the daemon that holds it does not answer
 */
export async function openCore(options: CoreOptions): Promise<Core> {
  const { directory, environment, clock, logger, writeLog, onShutDown } = options;
  try {
    // The daemon is most of the code; a second start of the app, which only hands over its request, loads none of it.
    const { createDaemon } = await import('../daemon/create-daemon.ts');
    return ownCore(await createDaemon({ folders: directory, environment, clock, writeLog, onShutDown }));
  } catch (error) {
    if (!(error instanceof BackboneError) || error.code !== 'daemon_running') throw error;
    return await attachCore(directory, logger);
  }
}
