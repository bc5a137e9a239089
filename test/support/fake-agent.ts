import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Disposable, Disposables } from '../../src-main/base/disposable.ts';
import {
  type FakeCommand,
  type FakeMessage,
  type FakeSetup,
  fakeMessage,
} from '../fixtures/fake-agent/protocol.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

const program = fileURLToPath(new URL('../fixtures/fake-agent/agent.ts', import.meta.url));

/** One running fake agent. */
export interface FakeAgent {
  readonly pid: number;
  readonly arguments: readonly string[];
  /** Its working directory. */
  readonly folder: string;
  /** Resolves when it has been done and drawn; with the pid for `orphan`, else null. Rejects when the agent is gone. */
  tell(command: FakeCommand): Promise<number | null>;
  /** All it has told so far, oldest first. */
  readonly messages: readonly FakeMessage[];
  /** The keys it was given, oldest first. */
  keys(): readonly string[];
}

export interface FakeAgents extends Disposable {
  /** Put it first on the PATH of the daemon under test: holds a program named `claude`. */
  readonly folder: string;
  /** Changes how agents that start from now on behave. */
  setUp(setup: FakeSetup): void;
  /** Those that have started so far, oldest first. */
  readonly started: readonly FakeAgent[];
  /** The agent that starts next after those already taken, waiting for it. */
  next(): Promise<FakeAgent>;
  dispose(): Promise<void>;
}

function follow(socket: Socket, joined: (agent: FakeAgent) => void): void {
  const messages: FakeMessage[] = [];
  const waiting = new Map<
    number,
    { resolve: (result: number | null) => void; reject: (error: Error) => void }
  >();
  let count = 0;
  let gone = false;
  const tell = (command: FakeCommand): Promise<number | null> =>
    new Promise((resolve, reject) => {
      if (gone) return reject(new Error('The fake agent has ended.'));
      waiting.set(count++, { resolve, reject });
      socket.write(`${JSON.stringify(command)}\n`);
    });
  const keys = (): readonly string[] =>
    messages.flatMap((message) => (message.is === 'key' ? [message.key] : []));
  createInterface({ input: socket }).on('line', (line) => {
    const message = fakeMessage.parse(JSON.parse(line));
    messages.push(message);
    if (message.is === 'started') {
      joined({
        pid: message.pid,
        arguments: message.arguments,
        folder: message.folder,
        tell,
        messages,
        keys,
      });
    } else if (message.is === 'done') {
      waiting.get(message.number)?.resolve(message.result);
      waiting.delete(message.number);
    }
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    gone = true;
    for (const { reject } of waiting.values())
      reject(new Error('The fake agent ended while it was told something.'));
  });
}

/** Makes a folder with a `claude` that is a fake agent, and listens to those that are started from it. */
export async function fakeAgents(setup: FakeSetup = {}): Promise<FakeAgents> {
  const resources = new Disposables();
  const root = resources.add(temporaryFolder('fake')).path;
  const folder = path.join(root, 'bin');
  const setupFile = path.join(root, 'setup.json');
  const socketFile = path.join(root, 'socket');
  const executable = path.join(folder, 'claude');
  mkdirSync(folder);
  writeFileSync(
    executable,
    `#!/bin/sh
case "$1" in --version) echo '2.1.197 (Claude Code)'; exit 0 ;; esac
exec '${process.execPath}' '${program}' '${setupFile}' "$@"
`,
  );
  chmodSync(executable, 0o755);

  const setUp = (next: FakeSetup): void =>
    writeFileSync(setupFile, JSON.stringify({ socket: socketFile, ...next }));
  setUp(setup);

  const started: FakeAgent[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    follow(socket, (agent) => started.push(agent));
  });
  await new Promise<void>((resolve) => server.listen(socketFile, resolve));
  resources.defer(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  let taken = 0;
  return {
    folder,
    setUp,
    started,
    next: async () => {
      const at = taken++;
      const agent = await waitUntil(
        `fake agent number ${at + 1} starts`,
        () => started[at],
        (found) => found !== undefined,
      );
      if (agent === undefined) throw new Error('No fake agent started.');
      return agent;
    },
    dispose: () => resources.dispose(),
  };
}
