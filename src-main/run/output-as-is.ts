import { spawnSync } from 'node:child_process';

/** Asks or tells the terminal behind one of our descriptors. @returns what it says; null when that failed */
function stty(descriptor: number, words: readonly string[]): string | null {
  const { status, stdout } = spawnSync('stty', [...words], {
    stdio: [descriptor, 'pipe', 'ignore'],
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin' },
  });
  return status === 0 ? stdout.trim() : null;
}

/** Our terminal while a program on a terminal of its own writes to it. */
export interface OutputAsIs {
  /** Shows bytes as they come: the program's own terminal has already made of a line's end what it wants. */
  start(): void;
  /** Gives the terminal back as it was when this was made. */
  stop(): void;
}

/** @param descriptor of our terminal */
export function outputAsIs(descriptor: number): OutputAsIs {
  // Node's raw mode is about what is typed; it leaves the terminal adding a carriage return to each line's end.
  const before = stty(descriptor, ['-g']);
  return {
    start: () => void stty(descriptor, ['-opost']),
    stop() {
      if (before !== null) stty(descriptor, [before]);
    },
  };
}
