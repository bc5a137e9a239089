import { doorCredential } from '../authority/credentials.ts';
import { operatorKeyIn } from '../authority/operator-key.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Disposable } from '../base/disposable.ts';
import { BackboneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { createClient } from '../client/client.ts';
import type { EventSource } from '../client/connect.ts';
import { findDaemon } from '../client/find-daemon.ts';
import { followFleet } from '../client/fleet.ts';
import { isProcedureName, procedures } from '../contract/procedures.ts';
import { readEnvironmentFile } from '../secrets/environment-file.ts';
import type { Viewer, ViewerSink } from '../terminal/viewer.ts';
import { fleetHandlers } from './attached-fleet.ts';
import { watchAttached } from './attached-terminal.ts';
import type { Core, FleetMessage } from './core.ts';

/** A daemon in another process, over HTTP and Socket.IO on this machine. */
class AttachedCore implements Core {
  readonly kind = 'attached';
  readonly #directory: DataDirectory;
  readonly #logger: Logger;
  readonly #connections = new Set<Disposable>();

  constructor(directory: DataDirectory, logger: Logger) {
    this.#directory = directory;
    this.#logger = logger;
  }

  async call(name: string, input: unknown): Promise<unknown> {
    if (!isProcedureName(name)) throw new BackboneError('not_found', 'There is no such procedure.');
    const parsed = procedures[name].input.safeParse(input);
    if (!parsed.success) {
      const details = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      throw new BackboneError('invalid_input', 'A value does not have the required form.', { details });
    }
    return await createClient(this.#source()).call(name, parsed.data);
  }

  fleet(listener: (message: FleetMessage) => void): Disposable {
    const { handlers, lost } = fleetHandlers(listener);
    const failed = (error: unknown): void => {
      this.#logger.failure('desktop.fleet', error);
    };
    const following = followFleet(this.#source(), handlers, { lost, failed });
    following.catch(failed);
    return this.#hold(async () => {
      await (await following).dispose();
    });
  }

  async terminal(name: string, sink: ViewerSink): Promise<Viewer> {
    const watching = await watchAttached(this.#source(), name, sink);
    const held = this.#hold(() => {
      watching.leave();
    });
    return {
      drawn: (sequence) => {
        watching.drawn(sequence);
      },
      leave: () => void held.dispose(),
    };
  }

  async close(): Promise<void> {
    await Promise.allSettled(
      [...this.#connections].map(async (connection) => {
        await connection.dispose();
      }),
    );
  }

  /** Read anew each time: the daemon may have been started again, elsewhere or with another key. */
  #source(): EventSource {
    const { address } = findDaemon(this.#directory);
    const key = operatorKeyIn(readEnvironmentFile(this.#directory.environmentFile));
    return { address, credential: doorCredential(key, 'panel') };
  }

  #hold(release: () => void | Promise<void>): Disposable {
    const connection: Disposable = {
      dispose: () => (this.#connections.delete(connection) ? release() : undefined),
    };
    this.#connections.add(connection);
    return connection;
  }
}

/**
 * Attaches to the daemon that holds a data directory. Its end is not ours: `close` only lets go.
 * @throws daemon_unreachable or not_initialised when none answers
 */
export async function attachCore(directory: DataDirectory, logger: Logger): Promise<Core> {
  const core = new AttachedCore(directory, logger);
  await core.call('system.health', {});
  return core;
}
