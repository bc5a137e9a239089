import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { BackboneError } from '../base/errors.ts';

/** Reach us alone, as from a service manager, and go on to the other. */
const passedOn = ['SIGTERM', 'SIGHUP'] as const;
/** Keys of the terminal reach the other by themselves; it is the other's to act on them. */
const leftAlone = ['SIGINT', 'SIGQUIT'] as const;

export interface TerminalCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Gives the terminal to another program and waits for its end.
 * @returns its exit status; 128 and the signal's number when a signal ended it
 * @throws what `failure` makes of the cause when it cannot be started
 */
export function runInTerminal(
  { program, args, environment }: TerminalCommand,
  failure: (cause: Error) => BackboneError,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env: environment });
    const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
    const ignore = (): void => undefined;
    for (const signal of passedOn) process.on(signal, pass);
    for (const signal of leftAlone) process.on(signal, ignore);
    const free = (): void => {
      for (const signal of passedOn) process.off(signal, pass);
      for (const signal of leftAlone) process.off(signal, ignore);
    };
    child.once('error', (cause) => {
      free();
      reject(failure(cause));
    });
    child.once('close', (status, signal) => {
      free();
      resolve(status ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
