import { type ChildProcess, spawn } from 'node:child_process';
import type { Disposable } from '../../src-main/base/disposable.ts';

export interface NodeProcess extends Disposable {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves with the next line of its output that was not taken yet; rejects when it ends before. */
  line(): Promise<string>;
  /** Resolves once it has ended and was collected. */
  readonly ended: Promise<void>;
  /** Kills it, if it still runs, and waits for its end. */
  dispose(): Promise<void>;
}

/** Runs an ES module, given as text, in a process of its own; it may import TypeScript by absolute path. */
export function nodeProcess(module: string, args: readonly string[] = []): NodeProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', module, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting: { resolve(line: string): void; reject(error: Error): void }[] = [];
  let rest = '';
  let errors = '';
  let over = false;
  const end = (): Error => new Error(`The process ended. It said: ${errors}`);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const next = waiting.shift();
      if (next === undefined) lines.push(part);
      else next.resolve(part);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      over = true;
      for (const { reject } of waiting) reject(end());
      resolve();
    });
  });
  return {
    child,
    pid: child.pid ?? 0,
    ended,
    line() {
      const line = lines.shift();
      if (line !== undefined) return Promise.resolve(line);
      if (over) return Promise.reject(end());
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    async dispose() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
