import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/** What the practice agent tells of itself; `runtimes/practice.ts` reads it. */
export type PracticeEvent =
  | { readonly event: 'started' | 'prompted' | 'answered' | 'ended' }
  | { readonly event: 'finished'; readonly message: string }
  | { readonly event: 'asked'; readonly tool: 'Run'; readonly command: string }
  | {
      readonly event: 'asked';
      readonly tool: 'Write';
      readonly path: string;
      readonly change: 'created' | 'changed';
      readonly text: string;
    }
  | {
      readonly event: 'asked';
      readonly tool: 'Choice';
      readonly question: string;
      readonly options: readonly string[];
    };

/** Hands events to the report script, one after another, so that they arrive in order. */
export class Reporter {
  readonly #script: string | null;
  readonly #conversation = randomUUID();
  #last: Promise<void> = Promise.resolve();

  /** @param script absolute path of `hooks/report`; null to report to nobody */
  constructor(script: string | null) {
    this.#script = script;
  }

  /** Never rejects: who hears nothing looks at the screen. */
  report(event: PracticeEvent): Promise<void> {
    const payload = JSON.stringify({ agent: 'practice', conversation: this.#conversation, ...event });
    this.#last = this.#last.then(() => this.#hand(payload));
    return this.#last;
  }

  #hand(payload: string): Promise<void> {
    const script = this.#script;
    if (script === null) return Promise.resolve();
    return new Promise((resolve) => {
      const child = spawn('/bin/sh', [script, 'practice'], { stdio: ['pipe', 'ignore', 'ignore'] });
      child.once('error', () => resolve());
      child.once('close', () => resolve());
      child.stdin.on('error', () => undefined);
      child.stdin.end(payload);
    });
  }
}
