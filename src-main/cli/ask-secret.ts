import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { usageError } from './usage-error.ts';

/** True when there is a person to ask: the question goes to the standard error, the answer comes from the input. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/**
 * Asks on the terminal for something that must not be seen: what is typed is not shown.
 * The answer is a string of JavaScript, which cannot be wiped.
 * @throws invalid_input when the person gives up (Ctrl-C, Ctrl-D)
 */
export function askSecret(question: string): Promise<string> {
  // Readline shows what is typed, and moves the cursor, on its output alone.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  // Only now: the terminal itself shows what is typed until readline has taken it over.
  process.stderr.write(question);
  return new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => reject(usageError('Nothing was given, and nothing was done.')));
  }).finally(() => {
    lines.close();
    process.stderr.write('\n');
  });
}
