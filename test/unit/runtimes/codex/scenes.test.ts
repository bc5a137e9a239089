import { describe, expect, it } from 'vitest';
import { observe } from '../../../../src-main/runtimes/codex/observe.ts';
import { capturedScreen, capturedScreens } from '../../../support/captured-screens.ts';
import { readingSummary } from '../../../support/reading-summary.ts';

const screens = capturedScreens('codex-0.171.0');
const seen = (scene: string) => observe(capturedScreen(screens, scene));

/** State, reason, kind of dialog with the decisions it takes, or what is in the box. */
const expected: Readonly<Record<string, string>> = {
  'first-run-1': 'waiting_for_human/question other -',
  'first-run-2': 'waiting_for_human/question other -',
  'first-run-3': 'idle empty',
  trust: 'waiting_for_human/question other -',
  'trust-second': 'waiting_for_human/question other -',
  'trust-accepted': 'idle empty',
  'startup-animation': 'idle empty',
  idle: 'idle empty',
  draft: 'idle draft',
  'draft-cleared': 'idle empty',
  'draft-pasted-2-lines': 'idle draft',
  'draft-after-ctrl-c': 'idle empty',
  'draft-pasted-30-lines': 'idle draft',
  'slash-menu': 'idle draft',
  shortcuts: 'idle empty',
  'after-answer': 'idle empty',
  'busy-thinking': 'busy empty',
  busy: 'busy empty',
  'busy-2': 'busy empty',
  'busy-draft': 'busy draft',
  'busy-steered': 'idle empty',
  'after-steered': 'idle empty',
  'busy-queued': 'busy empty',
  'after-queued': 'idle empty',
  interrupted: 'idle empty',
  'ran-without-asking': 'idle empty',
  'permission-shell': 'waiting_for_human/permission permission allow+deny',
  'permission-shell-second': 'waiting_for_human/permission permission deny',
  'permission-shell-third': 'waiting_for_human/permission permission deny',
  'permission-shell-approved': 'idle empty',
  'permission-shell-refused-esc': 'idle empty',
  'permission-shell-approved-y': 'idle empty',
  'permission-shell-long': 'waiting_for_human/permission permission allow+deny',
  'permission-shell-refused-n': 'idle empty',
  'write-in-workspace-no-dialog': 'idle empty',
  'tool-running': 'busy empty',
  todo: 'idle empty',
  'error-401': 'blocked/provider empty',
  'error-400': 'blocked/provider empty',
  'error-429-early': 'blocked/provider empty',
  'error-429': 'blocked/provider empty',
  'error-503-early': 'blocked/provider empty',
  'error-503': 'blocked/provider empty',
  'error-connection-cut-early': 'busy empty',
  'error-connection-cut': 'blocked/provider empty',
  'permissions-menu': 'waiting_for_human/question other -',
  'mode-plan': 'idle empty',
  question: 'waiting_for_human/question question deny',
  'question-second': 'waiting_for_human/question question deny',
  'question-answered': 'idle empty',
  'plan-approval': 'waiting_for_human/plan plan deny',
  'plan-approval-second': 'waiting_for_human/plan plan deny',
  'plan-refused': 'idle empty',
  'ctrl-c-while-busy': 'idle empty',
  'ctrl-c-when-idle': 'null none',
  'permission-write': 'waiting_for_human/permission permission deny',
  'permission-write-second': 'waiting_for_human/permission permission deny',
  'permission-write-third': 'waiting_for_human/permission permission deny',
  'permission-write-approved': 'idle empty',
  'permission-edit': 'waiting_for_human/permission permission deny',
  'permission-edit-refused': 'idle empty',
  'exited-with-session': 'null none',
  'resume-picker': 'null none',
  'resume-picker-esc': 'idle empty',
  'resumed-last': 'idle empty',
  'bypass-idle': 'idle empty',
  'bypass-after-run': 'idle empty',
  'update-banner': 'waiting_for_human/question other -',
  'update-skipped': 'idle empty',
  'hooks-need-trust': 'waiting_for_human/question other -',
  'hooks-need-trust-2': 'null none',
  'small-idle': 'idle empty',
  'small-permission-shell': 'waiting_for_human/permission permission allow+deny',
};

describe('the captured screens of Codex 0.171.0', () => {
  it('are all listed here', () => {
    expect(Object.keys(expected).sort()).toEqual([...screens.keys()].sort());
  });

  it.each(Object.entries(expected))('%s: %s', (scene, wanted) => {
    expect(readingSummary(seen(scene))).toBe(wanted);
  });

  it('allow by the letter of the plain Yes, never by Enter', () => {
    for (const screen of screens.values())
      expect([undefined, 'y']).toContain(observe(screen).dialog?.keys.allow);
  });
});

describe('what is asked for', () => {
  const subjectOf = (scene: string) => seen(scene).dialog?.subject;
  const why = 'Lab: may this run outside the sandbox?';

  it('is a command with its reason', () => {
    expect(subjectOf('permission-shell')).toEqual({
      form: 'command',
      command: 'touch lab-a.txt',
      description: why,
    });
  });

  it('is a command in the rows that are drawn, since a wrap and a line break look the same', () => {
    const long =
      'git push origin main && echo "a fairly long command that must wrap at the right-hand edge of the terminal because\nit goes on" | tee out.txt';
    expect(subjectOf('permission-shell-long')).toMatchObject({ command: long });
    const short = 'git push origin main && echo "a long command that\nwraps"';
    expect(subjectOf('small-permission-shell')).toMatchObject({ command: short });
  });

  it('is a file, whose lines the dialog does not show', () => {
    const path = '/home/user/project/lab-c.txt';
    expect(subjectOf('permission-edit')).toEqual({ form: 'edit', path, change: 'changed', lines: [] });
    expect(seen('permission-edit').dialog?.limit).toContain('does not show what changes');
  });

  it('is a choice without the option that the program adds', () => {
    expect(subjectOf('question')).toEqual({
      form: 'choice',
      text: 'Which colour?',
      options: ['Red', 'Green', 'Blue'],
    });
  });
});

describe('the pages before the first box', () => {
  it.each(['trust', 'update-banner', 'hooks-need-trust', 'first-run-2'])(
    '%s is nothing to answer from outside',
    (scene) => {
      const { dialog } = seen(scene);
      expect(dialog?.keys).toEqual({});
      expect(dialog?.limit).toMatch(/terminal/);
    },
  );
});
