import { isDeepStrictEqual } from 'node:util';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { BackboneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { runCommand } from '../base/run-command.ts';
import { coalesce } from './coalesce.ts';
import { ControlClient, type Outcome, outsideTmux } from './control-client.ts';
import { changeFormat, keeper, listNotices, listSessions, readSessions } from './session-facts.ts';
import { commandFlags, endStaleClients } from './stale-clients.ts';
import type { SessionFacts } from './tmux.ts';

export interface ConnectionOptions {
  readonly socket: string;
  readonly configFile: string;
  readonly logger: Logger;
  readonly environment: NodeJS.ProcessEnv;
  /** Words before each client's command. */
  readonly prefix: readonly string[];
}

/** A server that is just going away refuses for a moment to be started again. */
const startAttempts = 10;
const startPause = 150;
const subscription = 'sessions';
/** What a client answers that ended meanwhile; the one after it tells everything anew. */
const ended: Pick<Outcome, 'replies'> = { replies: [] };

/** Our one client for commands: started on the first need, started again after it ended. */
export class ServerConnection implements Disposable {
  readonly changed = new Emitter<readonly SessionFacts[]>();
  readonly lost = new Emitter<void>();
  readonly #options: ConnectionOptions;
  #connecting: Promise<ControlClient> | null = null;
  #last: readonly SessionFacts[] = [];
  #disposed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get socket(): string {
    return this.#options.socket;
  }

  /**
   * The client for commands, connected.
   * @throws tmux_failed when the server cannot be started.
   */
  client(): Promise<ControlClient> {
    if (this.#disposed) {
      return Promise.reject(new BackboneError('tmux_failed', 'The connection to tmux was closed.'));
    }
    if (this.#connecting === null) {
      const connecting = this.#connect();
      this.#connecting = connecting;
      connecting.catch(() => {
        if (this.#connecting === connecting) this.#connecting = null;
      });
    }
    return this.#connecting;
  }

  /** Starts one more client. The caller ends it. */
  spawn(command: readonly string[]): ControlClient {
    const { socket, configFile, environment, prefix } = this.#options;
    return new ControlClient(
      [...prefix, 'tmux', '-u', '-L', socket, '-f', configFile, '-C', ...command],
      environment,
    );
  }

  /** Ends our client. The server goes on while it has sessions, and ends without any. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    const client = await this.#connecting?.catch(() => null);
    if (client === null || client === undefined || client.hasEnded) return;
    const listed = await client.attempt([listSessions]).catch(() => null);
    const sessions = listed?.replies[0] && readSessions(Buffer.concat(listed.replies[0]));
    if (sessions?.length === 0) {
      // The server ends with its last session, and our client with it: an answer may not come any more.
      await client.attempt([['kill-session', '-t', `=${keeper}`]]).catch(() => null);
    }
    await client.dispose();
  }

  async #connect(): Promise<ControlClient> {
    for (let attempt = 1; ; attempt += 1) {
      const client = this.spawn([
        'new-session',
        '-A',
        '-E',
        ...['-s', keeper, '-x', '80', '-y', '24', '-f', commandFlags],
        // Waits for input that never comes and costs nothing.
        'cat',
      ]);
      try {
        const serverPid = await this.#prepare(client);
        client.ended.on((reason) => void this.#recover(reason, serverPid));
        return client;
      } catch (error) {
        await client.dispose();
        if (attempt === startAttempts) throw error;
        await new Promise((resolve) => setTimeout(resolve, startPause));
      }
    }
  }

  /** @returns the server's process */
  async #prepare(client: ControlClient): Promise<string> {
    const [pid] = await client.run([['display-message', '-p', '#{pid}']]);
    const renew = coalesce(() => this.#renew(client));
    client.notice.on(({ name }) => {
      if (name === 'subscription-changed' || listNotices.has(name)) renew();
    });
    // A server that was there before us read an older configuration, or none.
    await client.run([['source-file', this.#options.configFile]]);
    const stale = await endStaleClients(client);
    if (stale > 0) this.#options.logger.log('warn', 'tmux.stale_clients_ended', { count: stale });
    await client.run([['refresh-client', '-B', `${subscription}::${changeFormat}`]]);
    return Buffer.from(pid?.[0] ?? []).toString('latin1');
  }

  async #renew(client: ControlClient): Promise<void> {
    const { replies } = await client.attempt([listSessions]).catch(() => ended);
    const sessions = replies[0] === undefined ? null : readSessions(Buffer.concat(replies[0]));
    if (sessions === null || isDeepStrictEqual(sessions, this.#last)) return;
    this.#last = sessions;
    this.changed.emit(sessions);
  }

  /** Our client ended: either the server did, or someone ended only the client. */
  async #recover(reason: string, serverPid: string): Promise<void> {
    this.#connecting = null;
    this.#last = [];
    if (this.#disposed) return;
    this.#options.logger.log('warn', 'tmux.client_ended', { reason });
    const { socket, environment } = this.#options;
    const asked = await runCommand('tmux', ['-L', socket, 'display-message', '-p', '#{pid}'], {
      environment: outsideTmux(environment),
    });
    if (asked.output.trim() !== serverPid) this.lost.emit();
    else await this.client().catch((error: unknown) => this.#options.logger.failure('tmux.reconnect', error));
  }
}
