import { capabilities } from './capabilities.ts';
import type { Runtime } from './runtime.ts';

/**
 * The person's own shell. It reports nothing, and its prompt looks as the person wants it to, so that nothing on its
 * screen may be taken for a sign: its state is unknown as long as it runs.
 */
export const shell: Runtime = {
  id: 'shell',
  label: 'Shell',
  program: 'sh',
  programVariable: 'SHELL',
  bundled: null,
  versionArguments: null,
  install: null,
  capabilities: capabilities.shell,
  readyBy: 'process',
  argumentsFor: ({ program }) => [program],
  environmentFor: () => ({}),
  hookFiles: () => ({}),
  observe: () => ({
    state: 'unknown',
    reason: null,
    says: 'a shell does not tell what it does',
    source: 'screen',
    dialog: null,
    input: 'none',
  }),
  readHook: () => null,
};
