import { describe, expect, it } from 'vitest';
import { readHook } from '../../../../src-main/runtimes/codex/read-hook.ts';
import { hookNames, hookPayload } from '../../../support/hook-payloads.ts';

const expected: Readonly<Record<string, string>> = {
  Interrupt: 'idle',
  'PermissionRequest-Bash': 'waiting_for_human/permission',
  'PostToolUse-Bash': 'busy',
  'PostToolUse-apply_patch': 'busy',
  'PostToolUse-request_user_input': 'busy',
  'PreToolUse-Bash': 'busy',
  'PreToolUse-apply_patch': 'busy',
  'PreToolUse-request_user_input': 'waiting_for_human/question',
  'SessionEnd-other': 'unknown',
  'SessionStart-startup': 'null',
  Stop: 'idle',
  UserPromptSubmit: 'busy',
};

describe('the captured events of Codex 0.171.0', () => {
  it('are all listed here', () => {
    expect(Object.keys(expected).sort()).toEqual(hookNames('codex').sort());
  });

  it.each(Object.entries(expected))('%s: %s', (name, wanted) => {
    const reading = readHook(hookPayload('codex', name));
    expect(reading?.reason == null ? `${reading?.state}` : `${reading.state}/${reading.reason}`).toBe(wanted);
    expect(reading?.event).toBe(name.split('-')[0]);
    expect(reading?.conversation).toMatch(/^[0-9a-f-]{36}$/);
    expect(reading?.request !== null).toBe(wanted.startsWith('waiting'));
  });

  it('carry the last words and the whole question', () => {
    expect(readHook(hookPayload('codex', 'Stop'))?.lastMessage).toBe('hello');
    expect(readHook(hookPayload('codex', 'PreToolUse-request_user_input'))?.request).toEqual({
      kind: 'question',
      tool: 'request_user_input',
      subject: { form: 'choice', text: 'Which?', options: ['A', 'B'] },
    });
  });
});

describe('a request', () => {
  const requestOf = (tool: string, input: unknown) =>
    readHook({ ...hookPayload('codex', 'PermissionRequest-Bash'), tool_name: tool, tool_input: input })
      ?.request;

  it('carries the whole command with its line breaks', () => {
    const command = `cat <<'E'\n${'x'.repeat(5_000)}\nE`;
    expect(requestOf('Bash', { command })?.subject).toEqual({ form: 'command', command, description: null });
  });

  it('of a patch to one file is an edit of that file in the agent\u2019s folder', () => {
    const patch = '*** Begin Patch\n*** Update File: a/b.txt\n@@\n one\n-two\n+TWO\n*** End Patch\n';
    expect(requestOf('apply_patch', { command: patch })?.subject).toEqual({
      form: 'edit',
      path: '/home/user/project/a/b.txt',
      change: 'changed',
      lines: [
        { sign: ' ', number: null, text: 'one' },
        { sign: '-', number: null, text: 'two' },
        { sign: '+', number: null, text: 'TWO' },
      ],
    });
  });

  it.each([
    '*** Begin Patch\n*** Delete File: a\n*** End Patch\n',
    '*** Begin Patch\n*** Add File: a\n+x\n*** Add File: b\n+y\n*** End Patch\n',
    '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n*** End Patch\n',
  ])('of any other patch is shown as it came: %j', (patch) => {
    expect(requestOf('apply_patch', { command: patch })?.subject).toMatchObject({
      form: 'other',
      text: expect.stringContaining('*** End Patch') as string,
    });
  });

  it('of a tool without a form of its own is shown with its input', () => {
    expect(requestOf('mcp__mail__send', { to: 'x' })?.subject).toEqual({
      form: 'other',
      text: 'mcp__mail__send {"to":"x"}',
    });
  });
});
