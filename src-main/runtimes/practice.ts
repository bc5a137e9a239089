import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { capabilities } from './capabilities.ts';
import { observe } from './practice/observe.ts';
import { readHook } from './practice/read-hook.ts';
import type { Runtime } from './runtime.ts';

/** Beside this file's folder, in the sources as in what is built from them, with the same ending. */
const program = fileURLToPath(
  new URL(`../practice/practice-agent${path.extname(import.meta.url)}`, import.meta.url),
);

/** Our own small agent, for trying everything out. */
export const practice: Runtime = {
  id: 'practice',
  label: 'Practice agent',
  program: null,
  programVariable: null,
  bundled: program,
  versionArguments: null,
  install: null,
  capabilities: capabilities.practice,
  readyBy: 'hook',
  argumentsFor: (context) => [context.program, program, '--report', path.join(context.hooks, 'report')],
  environmentFor: () => ({}),
  hookFiles: () => ({}),
  observe,
  readHook,
};
