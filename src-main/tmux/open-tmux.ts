import { Emitter } from '../base/emitter.ts';
import { BackboneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { writePrivateFile } from '../base/private-files.ts';
import { agentName } from '../contract/agent-name.ts';
import { configuration } from './configuration.ts';
import { checkKeys } from './keys.ts';
import { lengthPrefixed, readLengthPrefixed } from './netstrings.ts';
import { captureCommands, readCapture } from './pane-snapshot.ts';
import { endWithUs, tmuxVersion } from './program.ts';
import { escapeFormat } from './quote.ts';
import { ServerConnection } from './server-connection.ts';
import { listSessions, mark, readSessions } from './session-facts.ts';
import { ControlStream } from './session-stream.ts';
import { streamFlags } from './stale-clients.ts';
import type { NewSession, PaneCapture, SessionFacts, SessionStream, Tmux } from './tmux.ts';

export interface TmuxOptions {
  /** Name of the private server's socket, as for `tmux -L`. */
  readonly socket: string;
  /** Where to write the server's configuration; its folder exists and is private. */
  readonly configFile: string;
  readonly logger: Logger;
  /** Environment of the server and of what it starts. Default: ours. */
  readonly environment?: NodeJS.ProcessEnv;
}

const paneFormat = lengthPrefixed(['pane_id', 'window_linked', mark]);

/**
 * Connects to the private server, and starts it when there is none.
 * @throws tmux_missing when tmux is not installed or too old; tmux_failed when it cannot be talked to.
 */
export async function openTmux(options: TmuxOptions): Promise<Tmux> {
  const environment = options.environment ?? process.env;
  const version = await tmuxVersion(environment);
  const prefix = await endWithUs(environment);
  writePrivateFile(options.configFile, configuration);
  const tmux = new PrivateTmux(version, new ServerConnection({ ...options, environment, prefix }));
  await tmux.start();
  return tmux;
}

class PrivateTmux implements Tmux {
  readonly version: string;
  readonly changed: Emitter<readonly SessionFacts[]>;
  readonly lost: Emitter<void>;
  readonly #server: ServerConnection;

  constructor(version: string, server: ServerConnection) {
    this.version = version;
    this.#server = server;
    this.changed = server.changed;
    this.lost = server.lost;
  }

  get socket(): string {
    return this.#server.socket;
  }

  async start(): Promise<void> {
    await this.#server.client();
  }

  async sessions(): Promise<readonly SessionFacts[]> {
    const client = await this.#server.client();
    const [lines = []] = await client.run([listSessions]);
    return readList(lines);
  }

  async create(session: NewSession): Promise<SessionFacts> {
    checkName(session.name);
    const target = `=${session.name}:`;
    const client = await this.#server.client();
    const { replies, failure } = await client.attempt([
      newSessionCommand(session),
      // Set in the same breath: a command that ends at once still leaves its status.
      ['set-option', '-p', '-t', target, 'remain-on-exit', 'on'],
      ['set-option', '-p', '-t', target, mark, session.name],
      ...session.without.map((name) => ['set-environment', '-t', target, '-r', name]),
      [...listSessions, '-f', `#{==:#{session_name},${session.name}}`],
    ]);
    const facts = failure === null ? readList(replies.at(-1) ?? [])[0] : undefined;
    if (facts?.columns === session.columns && facts.rows === session.rows) return facts;
    // The first command failed: the session, if there is one, is not of our making.
    if (replies.length > 0) await this.kill(session.name);
    throw new BackboneError(
      'tmux_failed',
      `tmux could not create the session ${session.name}: ${failure ?? 'it has not the size that was asked for'}.`,
    );
  }

  async kill(name: string): Promise<void> {
    checkName(name);
    const client = await this.#server.client();
    const { replies } = await client.attempt([['list-panes', '-s', '-t', `=${name}:`, '-F', paneFormat]]);
    for (const line of replies[0] ?? []) {
      const [pane = '', linked, owner] = readLengthPrefixed(line, 3)?.[0] ?? [];
      // A window linked into two sessions survives kill-session, so panes are killed one by one; those that
      // a person linked here from another agent's session are that agent's.
      if (linked === '1' && owner !== '' && owner !== name) continue;
      await client.attempt([['kill-pane', '-t', pane]]);
    }
    await client.attempt([['kill-session', '-t', `=${name}`]]);
    const { failure } = await client.attempt([['has-session', '-t', `=${name}`]]);
    if (failure === null) {
      throw new BackboneError('tmux_failed', `tmux did not end the session ${name}.`);
    }
  }

  async capture(pane: string, options: { readonly history?: number } = {}): Promise<PaneCapture> {
    checkPane(pane);
    const client = await this.#server.client();
    return readCapture(await client.run(captureCommands(pane, options.history ?? 0)));
  }

  async sendKeys(pane: string, keys: readonly string[]): Promise<void> {
    checkPane(pane);
    checkKeys(keys);
    const client = await this.#server.client();
    const [lines] = await client.run([
      ['display-message', '-p', '-t', pane, '#{?pane_dead,dead,#{?pane_in_mode,mode,live}}'],
    ]);
    const state = Buffer.from(lines?.[0] ?? []).toString('latin1');
    if (state !== 'live') {
      throw new BackboneError(
        'tmux_failed',
        state === 'mode'
          ? 'Someone reads the scrollback of this terminal, so keys would not reach the agent. Nothing was typed.'
          : 'The program in this terminal has ended. Nothing was typed.',
      );
    }
    // Between the look and the keys the program may end: keys, unlike a paste, do a dead pane no harm.
    await client.run([['send-keys', '-t', pane, '--', ...keys]]);
  }

  attachArguments(name: string, readOnly: boolean): readonly string[] {
    checkName(name);
    const attach = ['tmux', '-L', this.socket, 'attach-session', '-t', `=${name}`];
    return readOnly ? [...attach, '-r'] : attach;
  }

  async stream(name: string): Promise<SessionStream> {
    checkName(name);
    await this.#server.client();
    const client = this.#server.spawn(['attach-session', '-E', '-f', streamFlags, '-t', `=${name}`]);
    return await ControlStream.open(client, name);
  }

  dispose(): Promise<void> {
    return this.#server.dispose();
  }
}

function readList(lines: readonly Uint8Array[]): SessionFacts[] {
  const sessions = readSessions(Buffer.concat(lines));
  if (sessions !== null) return sessions;
  throw new BackboneError('tmux_failed', 'tmux listed its sessions in a way that Backbone cannot read.');
}

function newSessionCommand(session: NewSession): string[] {
  return [
    'new-session',
    '-d',
    ...['-s', session.name],
    ...['-x', String(session.columns)],
    ...['-y', String(session.rows)],
    ...['-c', escapeFormat(session.dir)],
    ...session.without.flatMap((name) => ['-e', `${name}=`]),
    '--',
    // Not the user's shell: whatever it is, the command is read in the same way.
    ...['/bin/sh', '-c', session.command],
  ];
}

/** @throws invalid_input for a name that tmux would not keep as it is, or that is not an agent's. */
function checkName(name: string): void {
  const parsed = agentName.safeParse(name);
  if (!parsed.success) {
    throw new BackboneError('invalid_input', parsed.error.issues[0]?.message ?? 'The name is not valid.');
  }
}

function checkPane(pane: string): void {
  if (!/^%\d+$/.test(pane))
    throw new BackboneError('invalid_input', 'A pane is named by its id, such as %3.');
}
