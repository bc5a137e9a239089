import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { doorCredential } from '../../src-main/authority/credentials.ts';
import { operatorKeyIn } from '../../src-main/authority/operator-key.ts';
import { systemClock } from '../../src-main/base/clock.ts';
import { type DataDirectory, dataDirectory } from '../../src-main/base/data-directory.ts';
import { Disposables } from '../../src-main/base/disposable.ts';
import { type Client, createClient } from '../../src-main/client/client.ts';
import { findDaemon } from '../../src-main/client/find-daemon.ts';
import { createDaemon, type Daemon } from '../../src-main/daemon/create-daemon.ts';
import { initialise } from '../../src-main/daemon/initialise.ts';
import { readEnvironmentFile } from '../../src-main/secrets/environment-file.ts';
import { createSettings } from '../../src-main/settings/settings.ts';
import { openDatabase } from '../../src-main/storage/database.ts';
import { type PrivateTmux, privateTmux } from './private-tmux.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

const sources = fileURLToPath(new URL('../../src-main/cli/backbone.ts', import.meta.url));

export interface TestDaemonOptions {
  /** A folder that stands first on the daemon's PATH: where fake or real agents are. */
  readonly programs?: string;
  /** Further variables of the daemon's environment. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The script that `spawn` starts as the `backbone` command. Default: the sources. */
  readonly command?: string;
}

/** A data directory and a private tmux server, with the means to run daemons on them. */
export interface TestDaemon {
  readonly root: string;
  readonly folders: DataDirectory;
  /** What a daemon of this test is started with. */
  readonly environment: NodeJS.ProcessEnv;
  /** The daemon's tmux server by the plain program. */
  readonly tmux: PrivateTmux;
  readonly logged: readonly string[];
  /** A new empty folder for an agent to work in. */
  workFolder(name: string): string;
  /** Starts a daemon in this process. One at a time. */
  start(): Promise<Daemon>;
  /** Starts a daemon in a process of its own, which a test may kill. Resolves with its pid once it answers. */
  spawn(): Promise<number>;
  /** A client with the operator's authority for the daemon that runs now. */
  client(): Client;
  /** The address of the panel with its key. */
  panelAddress(): string;
  /** Ends agents, daemons and the tmux server; fails when something is left. */
  dispose(): Promise<void>;
}

export async function testDaemon(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const resources = new Disposables();
  const root = resources.add(temporaryFolder('daemon')).path;
  const tmux = resources.add(privateTmux());
  const home = path.join(root, 'home');
  mkdirSync(home);
  const environment: NodeJS.ProcessEnv = {
    HOME: home,
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    BACKBONE_DATA_DIR: path.join(root, 'data'),
    BACKBONE_PORT: '0',
    ...options.environment,
    PATH: [options.programs, options.environment?.['PATH'] ?? process.env['PATH']]
      .filter(Boolean)
      .join(path.delimiter),
  };
  const folders = dataDirectory(environment);
  await initialise(folders);
  const database = await openDatabase(folders.database);
  const settings = createSettings(database, systemClock);
  for (const [key, value] of Object.entries({ 'tmux.socket': tmux.socket, ...options.settings }))
    await settings.set(key, value);
  await database.dispose();

  const logged: string[] = [];
  const key = (door: 'cli' | 'panel'): string =>
    doorCredential(operatorKeyIn(readEnvironmentFile(folders.environmentFile)), door);
  let running: Daemon | null = null;
  const children = new Set<number>();
  resources.defer(async () => {
    await running?.close();
    for (const pid of children) killIfAlive(pid);
  });

  return {
    root,
    folders,
    environment,
    tmux,
    logged,
    workFolder(name) {
      const folder = path.join(root, 'work', name);
      mkdirSync(folder, { recursive: true });
      return folder;
    },
    async start() {
      const daemon = await createDaemon({
        folders,
        environment,
        clock: systemClock,
        writeLog: (line) => logged.push(line),
        onShutDown: () => void running?.close(),
      });
      running = {
        ...daemon,
        close: () => {
          running = null;
          return daemon.close();
        },
      };
      return running;
    },
    async spawn() {
      const child = spawn(process.execPath, [options.command ?? sources, 'up', '--json'], {
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => logged.push(text));
      const { pid } = child;
      if (pid === undefined) throw new Error('The daemon could not be started.');
      children.add(pid);
      child.once('exit', () => children.delete(pid));
      await waitUntil(
        'the daemon answers',
        () => findDaemon(folders),
        (found) => found.pid === pid,
        { within: 30_000 },
      );
      return pid;
    },
    client: () => createClient({ address: findDaemon(folders).address, credential: key('cli') }),
    panelAddress: () => `${findDaemon(folders).address}/#key=${key('panel')}`,
    dispose: () => resources.dispose(),
  };
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
