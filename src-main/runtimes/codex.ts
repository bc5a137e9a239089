import { capabilities } from './capabilities.ts';
import { argumentsFor } from './codex/arguments.ts';
import { observe } from './codex/observe.ts';
import { readHook } from './codex/read-hook.ts';
import type { Runtime } from './runtime.ts';

/**
 * Codex CLI. It reports by hooks that its arguments name and trust, each by its digest; `$CODEX_HOME` is not touched
 * and no other hook becomes trusted. Its first event comes with the first message, so that a launch waits for the box.
 */
export const codex: Runtime = {
  id: 'codex',
  label: 'Codex',
  program: 'codex',
  programVariable: null,
  bundled: null,
  versionArguments: ['--version'],
  install: 'npm install -g @openai/codex',
  capabilities: capabilities.codex,
  readyBy: 'screen',
  argumentsFor,
  environmentFor: () => ({}),
  hookFiles: () => ({}),
  observe,
  readHook,
};
