import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Disposable } from '../base/disposable.ts';

/** Signals that go on to the program. Of those that a process can hear, it ends or acts on by them. */
const passedOn = [
  'SIGTERM',
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGUSR1',
  'SIGUSR2',
  'SIGALRM',
  'SIGWINCH',
  'SIGCONT',
] as const;

/** What keys of a terminal send to each process in its foreground. */
const fromKeys: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

/** Fields of `/proc/self/stat` after the name, which may itself hold blanks and brackets; null where there is none. */
function statFields(pid: number | 'self'): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** True when the keys of a terminal reach this process. */
function isInForeground(): boolean {
  const fields = statFields('self');
  if (fields === null) return [0, 1, 2].some((descriptor) => isatty(descriptor));
  const [, , group, , terminal, foreground] = fields;
  return terminal !== '0' && group === foreground;
}

/** True while `pid` is stopped, as by Ctrl-Z. */
export function isStopped(pid: number): boolean {
  return statFields(pid)?.[0] === 'T';
}

/**
 * Passes on what is sent to this process. A key of the terminal reaches a program that shares it by itself, and is
 * not passed on: it would arrive twice.
 * @param sharesTerminal false for a program on a terminal of its own
 * @returns what stops the passing on, after which signals act on this process as usual
 */
export function passSignals(send: (signal: NodeJS.Signals) => void, sharesTerminal: boolean): Disposable {
  const pass = (signal: NodeJS.Signals): void => {
    if (sharesTerminal && fromKeys.includes(signal) && isInForeground()) return;
    send(signal);
  };
  for (const signal of passedOn) process.on(signal, pass);
  return {
    dispose: () => {
      for (const signal of passedOn) process.off(signal, pass);
    },
  };
}

/** Milliseconds after which a program that is still stopped was not only about to go on. */
const settles = 50;

/**
 * Stops this process when the program is stopped, so that the shell gets its terminal back; `fg` lets both go on.
 * @param beforeStop called just before; the shell's SIGCONT is heard after
 */
export function stopAlong(pid: number, beforeStop: () => void): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (!isStopped(pid)) return;
    timer = setTimeout(() => {
      if (!isStopped(pid)) return;
      beforeStop();
      process.kill(process.pid, 'SIGSTOP');
    }, settles);
  };
  process.on('SIGCHLD', look);
  return {
    dispose: () => {
      clearTimeout(timer);
      process.off('SIGCHLD', look);
    },
  };
}
