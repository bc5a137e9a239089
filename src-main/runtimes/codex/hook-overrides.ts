import { createHash } from 'node:crypto';
import { shellWord } from '../../base/shell-word.ts';

/** Seconds after which Codex ends the report and goes on; it lets no `Interrupt` hook run longer. */
const reportTimeout = 3;

/** Events that speak for a state, with their names in Codex's state of hooks. */
const reportedEvents = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'user_prompt_submit',
  PreToolUse: 'pre_tool_use',
  PermissionRequest: 'permission_request',
  PostToolUse: 'post_tool_use',
  Stop: 'stop',
  Interrupt: 'interrupt',
  SessionEnd: 'session_end',
} as const;

/** Where Codex says that a hook comes from when its arguments name it. */
const source = '/<session-flags>/config.toml';

/**
 * Settings, `key=value` in TOML, that have `report` run at each event and say that just these hooks are trusted: by
 * the digest that Codex would write down itself once a person had read them. The switch that trusts every hook would
 * trust those of the repository too.
 * @param report absolute path of our reporter
 */
export function hookOverrides(report: string): readonly string[] {
  const command = `${shellWord(report)} codex`;
  const hook = `[{hooks=[{type="command",command=${tomlString(command)},timeout=${reportTimeout}}]}]`;
  const trusted = Object.values(reportedEvents).map(
    (event) => `${tomlString(`${source}:${event}:0:0`)}={trusted_hash="${digestOf(event, command)}"}`,
  );
  return [
    ...Object.keys(reportedEvents).map((event) => `hooks.${event}=${hook}`),
    `hooks.state={${trusted.join(',')}}`,
  ];
}

/** Codex's digest of a hook: over its JSON with sorted keys and every default written out. */
function digestOf(event: string, command: string): string {
  const identity = {
    event_name: event,
    hooks: [{ async: false, command, timeout: reportTimeout, type: 'command' }],
  };
  return `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
}

/** JSON's string is TOML's, but for the one character that TOML wants escaped besides. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\x7f', '\\u007f');
}
