import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHook } from '../../../../src-main/runtimes/claude/read-hook.ts';

const folder = path.join(import.meta.dirname, '../../../fixtures/hooks/claude');

function payload(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Record<string, unknown>;
}

const expected: Readonly<Record<string, string>> = {
  'Notification-idle_prompt': 'idle',
  'Notification-permission_prompt': 'waiting_for_human/permission',
  'PermissionRequest-AskUserQuestion': 'waiting_for_human/question',
  'PermissionRequest-Bash': 'waiting_for_human/permission',
  'PermissionRequest-ExitPlanMode': 'waiting_for_human/plan',
  'PermissionRequest-Write': 'waiting_for_human/permission',
  PostToolBatch: 'busy',
  'PostToolUse-AskUserQuestion': 'busy',
  'PostToolUse-Bash': 'busy',
  'PostToolUse-Read': 'busy',
  'PostToolUse-Write': 'busy',
  'PostToolUseFailure-Bash': 'busy',
  'PreToolUse-AskUserQuestion': 'busy',
  'PreToolUse-Bash': 'busy',
  'PreToolUse-ExitPlanMode': 'busy',
  'PreToolUse-Read': 'busy',
  'PreToolUse-Write': 'busy',
  'SessionEnd-clear': 'unknown',
  'SessionEnd-prompt_input_exit': 'unknown',
  'SessionStart-clear': 'idle',
  'SessionStart-startup': 'idle',
  Stop: 'idle',
  StopFailure: 'blocked/provider',
  UserPromptSubmit: 'busy',
};

describe('the captured events of Claude Code 2.1.197', () => {
  it('are all listed here', () => {
    const names = readdirSync(folder).map((name) => path.basename(name, '.json'));
    expect(Object.keys(expected).sort()).toEqual(names.sort());
  });

  it.each(Object.entries(expected))('%s: %s', (name, wanted) => {
    const reading = readHook(payload(name));
    expect(reading?.reason == null ? reading?.state : `${reading.state}/${reading.reason}`).toBe(wanted);
    expect(reading?.event).toBe(name.split('-')[0]);
    expect(reading?.conversation).toMatch(/^[0-9a-f-]{36}$/);
    expect(reading?.request !== null).toBe(name.startsWith('PermissionRequest'));
  });
});

describe('a request', () => {
  const requestOf = (tool: string, input: unknown) =>
    readHook({ ...payload('PermissionRequest-Bash'), tool_name: tool, tool_input: input })?.request;

  it('carries the whole command with its line breaks', () => {
    const command = `cat <<'E'\n${'x'.repeat(5_000)}\nE`;
    expect(requestOf('Bash', { command })).toEqual({
      kind: 'permission',
      tool: 'Bash',
      subject: { form: 'command', command, description: null },
    });
  });

  it('takes control characters out and spells invisible ones', () => {
    const subject = requestOf('Bash', { command: 'ls \x1b[2J\u202e', description: 'a\x07b' })?.subject;
    expect(subject).toEqual({ form: 'command', command: 'ls [2JU+202E', description: 'ab' });
  });

  it('shows a written file as added lines', () => {
    const { request } = readHook(payload('PermissionRequest-Write')) ?? {};
    expect(request?.subject).toEqual({
      form: 'edit',
      path: '/home/user/project/three.txt',
      change: 'changed',
      lines: [{ sign: '+', number: null, text: 'hello' }],
    });
  });

  it('shows an edit as what goes and what comes, with what stays around it', () => {
    const input = {
      file_path: '/p/a',
      old_string: 'one\ntwo\nthree\n',
      new_string: 'one\nTWO\nmore\nthree\n',
    };
    const subject = requestOf('Edit', input)?.subject;
    const lines = subject?.form === 'edit' ? subject.lines.map(({ sign, text }) => sign + text) : [];
    expect(lines).toEqual([' one', '-two', '+TWO', '+more', ' three']);
  });

  it('shows an address, a plan and the questions', () => {
    expect(requestOf('WebFetch', { url: 'https://example.com/', prompt: 'x' })?.subject).toEqual({
      form: 'fetch',
      address: 'https://example.com/',
    });
    expect(readHook(payload('PermissionRequest-ExitPlanMode'))?.request).toMatchObject({
      kind: 'plan',
      subject: { form: 'plan', markdown: '1. Look\n' },
    });
    expect(readHook(payload('PermissionRequest-AskUserQuestion'))?.request).toMatchObject({
      kind: 'question',
      subject: { form: 'choice', text: 'Which?', options: ['A', 'B'] },
    });
  });

  it.each([
    ['mcp__mail__send', { to: 'x' }],
    ['Bash', { script: 'x' }],
    ['toString', null],
  ])('of an unknown form is shown as it came: %s', (tool, input) => {
    const subject = { form: 'other', text: `${tool} ${JSON.stringify(input)}` };
    expect(requestOf(tool, input)).toEqual({ kind: 'permission', tool, subject });
  });
});

describe('other facts of an event', () => {
  it('the last words come with the end of a turn, and never from a failed one', () => {
    expect(readHook(payload('Stop'))?.lastMessage).toBe('hello');
    expect(readHook({ ...payload('Stop'), last_assistant_message: null })?.lastMessage).toBeNull();
    const failed = readHook(payload('StopFailure'));
    expect(failed).toMatchObject({ lastMessage: null, says: 'Invalid API key · Fix external API key' });
  });

  it('a session that goes on after a summary is not idle', () => {
    expect(readHook({ ...payload('SessionStart-startup'), source: 'compact' })?.state).toBeNull();
  });

  it('quota notifications block until it goes on', () => {
    const notify = (type: string) =>
      readHook({ ...payload('Notification-idle_prompt'), notification_type: type });
    expect(notify('quota_auto_resume_scheduled')).toMatchObject({ state: 'blocked', reason: 'quota' });
    expect(notify('quota_auto_resume_fired')).toMatchObject({ state: 'busy', reason: null });
    expect(notify('auth_success')).toMatchObject({ state: null });
  });

  it('events with unknown fields are read, unknown events and shapes are not', () => {
    expect(readHook({ ...payload('Stop'), more: { deep: [1] } })?.state).toBe('idle');
    const { session_id: _, ...anonymous } = payload('Stop');
    for (const strange of [
      null,
      [],
      'Stop',
      3,
      {},
      anonymous,
      { ...payload('Stop'), hook_event_name: 'Later' },
    ]) {
      expect(readHook(strange)).toBeNull();
    }
  });
});
