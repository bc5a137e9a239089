import path from 'node:path';
import { shellWord } from '../../base/shell-word.ts';
import type { LaunchContext } from '../runtime.ts';

/** Our settings file below the hooks folder. Claude Code adds it to the person's own settings, which stay as they are. */
export const settingsFile = 'claude-settings.json';

/** Seconds after which Claude Code ends the report and goes on. */
const reportTimeout = 5;

/** Events that speak for a state. */
const reportedEvents = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Stop',
  'StopFailure',
  'Notification',
  'SessionEnd',
] as const;

/** Content of the settings file, which has `report` run at each event. */
export function settingsContent(hooks: string): string {
  const command = `${shellWord(path.join(hooks, 'report'))} claude`;
  const entry = [{ hooks: [{ type: 'command', command, timeout: reportTimeout }] }];
  return `${JSON.stringify({ hooks: Object.fromEntries(reportedEvents.map((event) => [event, entry])) }, null, 2)}\n`;
}

export function argumentsFor({ program, hooks, model, instructions }: LaunchContext): readonly string[] {
  const settings = ['--settings', path.join(hooks, settingsFile)];
  return [
    program,
    ...settings,
    ...(model === null ? [] : ['--model', model]),
    ...(instructions === null ? [] : ['--append-system-prompt-file', instructions.file]),
  ];
}
