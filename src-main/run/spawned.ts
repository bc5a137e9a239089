import { type IOType, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Launch } from './launch.ts';
import { notStarted, type RunEnd } from './run-end.ts';
import { passSignals, stopAlong } from './signals.ts';

/** A descriptor of ours, or ours of the same number. */
type Descriptor = IOType | number;

/**
 * Starts a program in our own process group, so that the terminal's keys, its window and job control are the
 * program's as without us. It has its descriptors when this returns.
 * @param streams what it has as standard input, output and error
 * @throws program_missing, program_not_executable
 */
export function spawned(
  launch: Launch,
  streams: readonly [Descriptor, Descriptor, Descriptor],
): Promise<RunEnd> {
  const { program, folder, environment, document, documentDescriptor, descriptors } = launch;
  const stdio: (Descriptor | undefined)[] = [...streams];
  for (const descriptor of descriptors) stdio[descriptor] = descriptor;
  if (document !== null) stdio[documentDescriptor] = document.descriptor;
  return new Promise((resolve, reject) => {
    // Heard from before it begins: a program may tell somebody at once, who then signals us.
    const signals = passSignals((signal) => void child.kill(signal), true);
    const child = spawn(program.file, program.args, {
      argv0: program.argv0,
      cwd: folder,
      env: environment,
      // What is in no place is left out, not opened as /dev/null.
      stdio: Array.from(stdio, (descriptor) => descriptor ?? 'ignore'),
    });
    const stops = child.pid === undefined ? null : stopAlong(child.pid, () => undefined);
    const free = (): void => {
      void signals.dispose();
      void stops?.dispose();
    };
    child.once('error', (cause) => {
      free();
      reject(notStarted(program.argv0, cause));
    });
    child.once('exit', (status, signal) => {
      free();
      resolve({ status: status ?? 128 + (signal === null ? 0 : constants.signals[signal]), signal });
    });
  });
}
