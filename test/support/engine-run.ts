import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as pty from 'node-pty';
import type { Disposable } from '../../src-main/base/disposable.ts';
import { type CommandResult, runCommand } from '../../src-main/base/run-command.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

/** What `test/fixtures/run-program.ts` is told. */
export interface EngineRequest {
  readonly argv: readonly string[];
  readonly secrets?: Readonly<Record<string, string>>;
  readonly personality?: Readonly<Record<string, string>>;
  readonly injection?: 'env' | 'fd' | 'file';
  readonly mask?: boolean;
}

/** A run on a terminal of its own. */
export interface TerminalRun {
  readonly terminal: pty.IPty;
  /** All that was shown so far. */
  readonly seen: { text: string };
  /** The exit status; 128 and the signal's number for a signal. */
  readonly ended: Promise<number>;
  shows(text: string): Promise<void>;
}

/** A place in which the engine runs programs, each in a process of its own, as the command does. */
export interface EngineHome extends Disposable {
  readonly folder: TemporaryFolder;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs it with pipes. */
  inPipes(request: EngineRequest, input?: string): Promise<CommandResult>;
  /** Runs it with pipes, in a session of its own, so that no terminal of whoever tests is in the way. */
  detached(request: EngineRequest): ChildProcess;
  onTerminal(request: EngineRequest, size?: { cols: number; rows: number }): TerminalRun;
  /** A command line for a shell, for what only a shell can arrange. */
  line(request: EngineRequest): string;
  dispose(): Promise<void>;
}

const entry = path.join(import.meta.dirname, '../fixtures/run-program.ts');

/** Watches a terminal. */
export function watched(terminal: pty.IPty): TerminalRun {
  const seen = { text: '' };
  terminal.onData((data) => {
    seen.text += data;
  });
  const ended = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode, signal = 0 }) => resolve(signal === 0 ? exitCode : 128 + signal));
  });
  return {
    terminal,
    seen,
    ended,
    shows: async (text) => {
      await waitUntil(
        `the terminal shows ${text}`,
        () => seen.text,
        (shown) => shown.includes(text),
      );
    },
  };
}

export function engineHome(): EngineHome {
  const folder = temporaryFolder('run');
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder.path,
    TMPDIR: folder.path,
    LANG: 'C.UTF-8',
  };
  // Apart from the home, which is searched for values: they are in the requests.
  const requests = temporaryFolder('run-requests');
  let count = 0;
  const fileOf = (request: EngineRequest): string => {
    count += 1;
    const file = path.join(requests.path, String(count));
    writeFileSync(file, JSON.stringify({ ...request, privateFolder: path.join(folder.path, 'runs') }));
    return file;
  };
  const withRequest = (request: EngineRequest) => ({ ...environment, RUN_REQUEST: fileOf(request) });
  return {
    folder,
    environment,
    inPipes: (request, input = '') =>
      runCommand(process.execPath, [entry], {
        cwd: folder.path,
        environment: withRequest(request),
        input,
        timeout: 30_000,
        limit: 20_000_000,
      }),
    detached: (request) =>
      spawn(process.execPath, [entry], {
        cwd: folder.path,
        env: withRequest(request),
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      }),
    onTerminal: (request, size = { cols: 100, rows: 30 }) =>
      watched(
        pty.spawn(process.execPath, [entry], {
          ...size,
          cwd: folder.path,
          env: { ...withRequest(request), TERM: 'xterm-256color' },
        }),
      ),
    line: (request) => `RUN_REQUEST=${fileOf(request)} ${process.execPath} ${entry}`,
    async dispose() {
      await folder.dispose();
      await requests.dispose();
    },
  };
}
