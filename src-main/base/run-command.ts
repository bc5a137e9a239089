import { spawn } from 'node:child_process';

/** A finished command: one shape for success and for each way to fail. */
export interface CommandResult {
  readonly program: string;
  /** Exit status; null when it was not started or ended by a signal. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
  readonly timedOut: boolean;
  /** The program does not exist or cannot be executed. */
  readonly notStarted: boolean;
}

export interface CommandOptions {
  readonly cwd?: string;
  /** The whole environment of the command. Default: ours. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Written to its standard input, which is then closed. */
  readonly input?: string;
  /** Milliseconds until it is killed. */
  readonly timeout?: number;
  /** Most characters kept of each stream; the rest is read and dropped. */
  readonly limit?: number;
}

/** Runs a program without a shell and waits for its end. Never rejects: the result says what happened. */
export function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { timeout = 10_000, limit = 1_000_000 } = options;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.environment ?? process.env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    let timedOut = false;
    let notStarted = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
      // Something that it started may hold these open for ever.
      child.stdout.destroy();
      child.stderr.destroy();
    }, timeout);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < limit) output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (errors.length < limit) errors += text;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    const finish = (status: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(timer);
      resolve({ program, status, signal, output, errors, timedOut, notStarted });
    };
    child.once('error', () => {
      notStarted = child.pid === undefined;
      if (notStarted) finish(null, null);
    });
    child.once('close', finish);
  });
}
