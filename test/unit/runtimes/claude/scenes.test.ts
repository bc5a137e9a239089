import { describe, expect, it } from 'vitest';
import { observe } from '../../../../src-main/runtimes/claude/observe.ts';
import { claudeScreen, claudeScreens } from '../../../support/claude-screens.ts';
import { readingSummary } from '../../../support/reading-summary.ts';

const idle = 'idle empty';
const draft = 'idle draft';
const busy = 'busy empty';
const failed = 'blocked/provider empty';
const start = 'waiting_for_human/question other -';
const permission = 'waiting_for_human/permission permission';
const question = 'waiting_for_human/question question deny';
const plan = 'waiting_for_human/plan plan deny';
const nothing = 'null none';

/** State, reason, kind of dialog with the decisions it takes, or what is in the box. */
const expected: Readonly<Record<string, string>> = {
  'after-answer': idle,
  'after-queued': idle,
  'api-key-question': start,
  'api-key-question-first': start,
  'api-key-then': idle,
  busy,
  'busy-2': busy,
  'busy-draft': 'busy draft',
  'busy-queued': busy,
  'bypass-after-run': idle,
  'bypass-as-started': nothing,
  'bypass-idle': idle,
  'bypass-warning': start,
  'bypass-warning-second': start,
  'ctrl-c-once': idle,
  draft,
  'draft-after-ctrl-c': idle,
  'draft-after-esc-esc': idle,
  'draft-cleared': idle,
  'draft-pasted-2-lines': draft,
  'draft-pasted-30-lines': draft,
  'error-400': failed,
  'error-401': failed,
  'error-401-retrying': busy,
  'error-402': failed,
  'error-429': failed,
  'error-429-retrying': busy,
  'error-429-retrying-2': busy,
  'error-529': failed,
  'error-529-retrying': busy,
  'error-connection-cut': idle,
  exited: nothing,
  idle,
  interrupted: idle,
  'interrupted-before-output': draft,
  'mode-accept-edits': idle,
  'mode-next': idle,
  'mode-plan': idle,
  'permission-edit': `${permission} allow+deny`,
  'permission-edit-refused': idle,
  'permission-fetch': `${permission} allow+deny`,
  'permission-shell': `${permission} allow+deny`,
  'permission-shell-amend-esc': idle,
  'permission-shell-amend-typed': `${permission} deny`,
  'permission-shell-approved': idle,
  'permission-shell-long': `${permission} allow+deny`,
  'permission-shell-refused-3': idle,
  'permission-shell-refused-esc': idle,
  'permission-shell-second': `${permission} deny`,
  'permission-shell-tab-amend': `${permission} deny`,
  'permission-shell-third': `${permission} deny`,
  'permission-write': `${permission} allow+deny`,
  'permission-write-approved': idle,
  'plan-approval': plan,
  'plan-approval-fourth': plan,
  'plan-approval-second': plan,
  'plan-approval-third': plan,
  'plan-approved': idle,
  'plan-idle': idle,
  'plan-refused': idle,
  question,
  'question-answered': idle,
  'question-refused': idle,
  'question-second': question,
  'question-several': question,
  'question-several-second-tab': question,
  'question-several-submit': question,
  'resume-picker': start,
  'resume-picker-esc': nothing,
  'resumed-continue': idle,
  'shell-mode': draft,
  shortcuts: idle,
  'slash-menu': draft,
  'small-idle': idle,
  'small-permission-shell': `${permission} allow+deny`,
  'small-question': question,
  todo: idle,
  'tool-running': busy,
  trust: start,
  'trust-accepted': idle,
  'trust-second': start,
};

describe('the captured screens of Claude Code 2.1.197', () => {
  it('are all listed here', () => {
    expect(Object.keys(expected).sort()).toEqual([...claudeScreens.keys()].sort());
  });

  it.each(Object.entries(expected))('%s: %s', (scene, wanted) => {
    expect(readingSummary(observe(claudeScreen(scene)))).toBe(wanted);
  });

  it('allows by the digit of the plain Yes, never by Enter', () => {
    for (const screen of claudeScreens.values())
      expect([undefined, '1']).toContain(observe(screen).dialog?.keys.allow);
  });
});

function subjectOf(scene: string): unknown {
  return observe(claudeScreen(scene)).dialog?.subject;
}

describe('what is asked for', () => {
  it('is a command with its description', () => {
    const wanted = { form: 'command', command: 'touch lab-a.txt', description: 'Run a lab command' };
    expect(subjectOf('permission-shell')).toEqual(wanted);
  });

  it('is a command in the rows that are drawn, since a wrap and a line break look the same', () => {
    const long = [
      'git push origin main && echo "a fairly long command that must wrap at the right-hand edge of the terminal because',
      'it goes on" | tee out.txt',
    ];
    expect(subjectOf('permission-shell-long')).toMatchObject({ command: long.join('\n') });
    const short = 'git push origin main && echo "a long command that\nwraps"';
    expect(subjectOf('small-permission-shell')).toMatchObject({ command: short });
  });

  it('is an edit with signs and line numbers', () => {
    expect(subjectOf('permission-edit')).toEqual({
      form: 'edit',
      path: 'lab-c.txt',
      change: 'changed',
      lines: [
        { sign: ' ', number: 1, text: 'one' },
        { sign: '-', number: 2, text: 'two' },
        { sign: '+', number: 2, text: 'TWO' },
        { sign: ' ', number: 3, text: 'three' },
      ],
    });
  });

  it('is a new file, all of it added', () => {
    expect(subjectOf('permission-write')).toEqual({
      form: 'edit',
      path: 'lab-c.txt',
      change: 'created',
      lines: ['one', 'two', 'three'].map((text, index) => ({ sign: '+', number: index + 1, text })),
    });
  });

  it('is an address', () => {
    expect(subjectOf('permission-fetch')).toEqual({ form: 'fetch', address: 'https://example.com/' });
  });

  it('is a choice without the options that the program adds', () => {
    const wanted = { form: 'choice', text: 'Which colour?', options: ['Red', 'Green', 'Blue'] };
    expect(subjectOf('question')).toEqual(wanted);
    expect(subjectOf('question-several')).toMatchObject({
      text: 'Which fruits?',
      options: ['Apple', 'Pear'],
    });
  });

  it('is a plan', () => {
    expect(subjectOf('plan-approval')).toEqual({
      form: 'plan',
      markdown: '1. Read the code\n2. Change it\n3. Test it',
    });
  });
});

describe('the rows of a dialog', () => {
  it('are the same however the rest of the screen moves', () => {
    const screen = claudeScreen('permission-shell');
    const rule = screen.lines.findLastIndex((row) => row.startsWith('────'));
    const lines = screen.lines.map((row, index) => (index < rule ? 'something else' : row));
    expect(observe({ ...screen, lines, title: '✳ Other' }).dialog).toEqual(observe(screen).dialog);
  });

  it('leave out the list of tasks below a question', () => {
    const rows = observe(claudeScreen('question')).dialog?.rows ?? [];
    expect(rows[0]).toBe(' ☐ Lab');
    expect(rows.at(-1)).toBe('Enter to select · ↑/↓ to navigate · Esc to cancel');
  });

  it('change with the marked line', () => {
    const rows = (scene: string) => observe(claudeScreen(scene)).dialog?.rows;
    expect(rows('permission-shell')).not.toEqual(rows('permission-shell-second'));
  });
});
