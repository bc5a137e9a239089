import { createInterface } from 'node:readline';
import type { Disposable } from '../base/disposable.ts';

/** Who sits at the terminal. */
export interface Person extends Disposable {
  /** Shows text above the next question. */
  say(text: string): void;
  /** @returns what was answered, without blanks around it; null when the person gives up (Ctrl-C, Ctrl-D) */
  ask(question: string): Promise<string | null>;
}

/** The person at this process's terminal: asked on the standard error, answering on the standard input. */
export function personAtTerminal(): Person {
  const lines = createInterface({
    input: process.stdin,
    output: process.stderr,
    terminal: true,
    historySize: 0,
  });
  let gaveUp = false;
  lines.once('SIGINT', () => lines.close());
  lines.once('close', () => {
    gaveUp = true;
  });
  return {
    say: (text) => void process.stderr.write(`${text}\n`),
    ask(question) {
      if (gaveUp) return Promise.resolve(null);
      return new Promise((resolve) => {
        const giveUp = (): void => {
          process.stderr.write('\n');
          resolve(null);
        };
        lines.once('close', giveUp);
        lines.question(question, (answer) => {
          lines.off('close', giveUp);
          resolve(answer.trim());
        });
      });
    },
    dispose: () => lines.close(),
  };
}
