import { closeSync } from 'node:fs';
import type { RunEnd } from './run-end.ts';

/** Signals that write the memory of a process to a file: ours has held secrets. */
const dumping: readonly NodeJS.Signals[] = [
  'SIGQUIT',
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGSEGV',
  'SIGXCPU',
  'SIGXFSZ',
  'SIGSYS',
];

/**
 * Ends this process as the program ended: by the same signal, where that leaves no core file, else with its status.
 * A shell then sees what it would have seen without us, and stops a script at Ctrl-C.
 */
export function leaveAs({ status, signal }: RunEnd): never {
  // Node gives a terminal back as it was when it began; what the program set, as stty does, is to stay.
  for (const descriptor of [0, 1, 2]) {
    try {
      closeSync(descriptor);
    } catch {
      // It was closed when we began.
    }
  }
  if (signal !== null && !dumping.includes(signal)) process.kill(process.pid, signal);
  process.exit(status);
}
