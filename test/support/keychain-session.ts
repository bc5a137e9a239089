import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Disposable } from '../../src-main/base/disposable.ts';
import { temporaryFolder } from './temporary-folder.ts';

const helper = fileURLToPath(new URL('keychain-client.ts', import.meta.url));

/** A process of ours inside of a D-Bus session of its own. */
export interface KeychainSession extends Disposable {
  /** Data directory of that process. */
  readonly root: string;
  /** Sends one request (see `keychain-client.ts`) and waits for its answer. */
  ask(...request: string[]): Promise<unknown>;
  dispose(): Promise<void>;
}

/**
 * `open`: a real GNOME Keyring, unlocked; `locked`: the same, closed; `plain`: the same without a password;
 * `service-less`: a bus without one; `bus-less`: none.
 */
export type KeychainState = 'open' | 'locked' | 'plain' | 'service-less' | 'bus-less';

/** What GNOME Keyring writes for a keyring whose password the person left empty. */
const withoutPassword =
  '[keyring]\ndisplay-name=login\nctime=0\nmtime=0\nlock-on-idle=false\nlock-after=false\n';

const preparations: Readonly<Record<Exclude<KeychainState, 'bus-less'>, string>> = {
  open: 'printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null;',
  locked: 'printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null;',
  plain: 'gnome-keyring-daemon --start --components=secrets >/dev/null;',
  'service-less': '',
};

/** No service is started by the bus of its own accord: only what the test starts is there. */
function environmentOf(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_DATA_HOME: path.join(home, 'share'),
    XDG_DATA_DIRS: path.join(home, 'none'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
  };
}

export async function keychainSession(state: KeychainState): Promise<KeychainSession> {
  const folder = temporaryFolder('keychain');
  for (const name of ['share/keyrings', 'run', 'config', 'data', 'none']) {
    mkdirSync(path.join(folder.path, name), { recursive: true, mode: 0o700 });
  }
  if (state === 'plain') {
    const keyrings = path.join(folder.path, 'share/keyrings');
    writeFileSync(path.join(keyrings, 'login.keyring'), withoutPassword, { mode: 0o600 });
    writeFileSync(path.join(keyrings, 'default'), 'login');
  }
  const root = path.join(folder.path, 'data');
  const client = [process.execPath, helper, root];
  const [program = '', ...args] =
    state === 'bus-less'
      ? client
      : ['dbus-run-session', '--', 'sh', '-c', `${preparations[state]} exec "$@"`, 'sh', ...client];
  const child: ChildProcess = spawn(program, args, {
    env: environmentOf(folder.path),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  if (child.stdout === null) throw new Error('No output to read from.');
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const session: KeychainSession = {
    root,
    async ask(...request) {
      child.stdin?.write(`${JSON.stringify(request)}\n`);
      const answer = await answers.next();
      if (answer.done === true) throw new Error('The process in the session ended.');
      const value: unknown = JSON.parse(answer.value);
      return value;
    },
    async dispose() {
      child.stdin?.end();
      await ended;
      await folder.dispose();
    },
  };
  if (state === 'locked') await session.ask('lock');
  return session;
}
