import { spawn } from 'node:child_process';
import { plainText } from '../base/plain-text.ts';

/** A command that runs. */
export interface RunningCommand {
  /** One line when it ended: how. */
  readonly ended: Promise<string>;
  /** Ends it with everything that it started. */
  cancel(): void;
}

/**
 * Runs a command by the shell in `folder`.
 * @param say hears each line that it prints, without control characters
 */
export function runCommandLine(command: string, folder: string, say: (line: string) => void): RunningCommand {
  // A group of its own can be ended as a whole.
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const listen = (stream: NodeJS.ReadableStream): void => {
    let begun = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      const lines = plainText(begun + text).split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) say(line);
    });
    stream.on('end', () => {
      if (begun !== '') say(begun);
    });
  };
  listen(child.stdout);
  listen(child.stderr);
  const ended = new Promise<string>((resolve) => {
    child.once('error', () => resolve('The command could not be started.'));
    child.once('close', (status, signal) => {
      if (signal !== null) resolve(`The command was ended by ${signal}.`);
      else resolve(status === 0 ? 'The command is done.' : `The command failed with status ${status}.`);
    });
  });
  return {
    ended,
    cancel: () => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It ended in this very moment.
      }
    },
  };
}
