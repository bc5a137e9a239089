import { capabilities } from './capabilities.ts';
import { observe } from './claude/observe.ts';
import { readHook } from './claude/read-hook.ts';
import { argumentsFor, settingsContent, settingsFile } from './claude/settings.ts';
import type { Runtime } from './runtime.ts';

/** Claude Code. It reports by hooks of a settings file of ours; neither the repository nor `~/.claude` is touched. */
export const claude: Runtime = {
  id: 'claude',
  label: 'Claude Code',
  program: 'claude',
  programVariable: null,
  bundled: null,
  versionArguments: ['--version'],
  install: 'npm install -g @anthropic-ai/claude-code',
  capabilities: capabilities.claude,
  readyBy: 'hook',
  argumentsFor,
  environmentFor: () => ({}),
  hookFiles: (hooks) => ({ [settingsFile]: settingsContent(hooks) }),
  observe,
  readHook,
};
