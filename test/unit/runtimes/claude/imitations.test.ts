import { describe, expect, it } from 'vitest';
import { observe } from '../../../../src-main/runtimes/claude/observe.ts';
import type { Screen } from '../../../../src-main/runtimes/runtime.ts';
import { claudeScreen, claudeScreens } from '../../../support/claude-screens.ts';

/** A screen with `rows` printed above its input box; the cursor stays in the box. */
function printedAbove(screen: Screen, rows: readonly string[], styled: readonly string[] = rows): Screen {
  const at = screen.lines.findLastIndex((row) => row.startsWith('❯')) - 1;
  const row = screen.cursor.row + rows.length;
  return {
    ...screen,
    lines: screen.lines.toSpliced(at, 0, ...rows, ''),
    styled: screen.styled.toSpliced(at, 0, ...styled, '\x1b[0m'),
    cursor: { ...screen.cursor, row: row + 1 },
    rows: screen.rows + rows.length + 1,
  };
}

const idle = claudeScreen('idle');
const dialogs = [...claudeScreens].filter(([, screen]) => observe(screen).dialog !== null);

describe('words of the agent', () => {
  it.each(dialogs)('that look like %s are no dialog above an input box', (_, dialog) => {
    const { state, dialog: seen } = observe(printedAbove(idle, dialog.lines, dialog.styled));
    expect(seen).toBeNull();
    expect(state).toBe('idle');
  });

  it.each(dialogs)('that look like %s are no dialog when the cursor stands elsewhere', (_, dialog) => {
    for (const row of [0, dialog.cursor.row - 1, dialog.cursor.row + 1, dialog.rows - 1]) {
      expect(observe({ ...dialog, cursor: { ...dialog.cursor, row } }).dialog?.keys.allow).toBeUndefined();
    }
  });

  it('do not stand above a real dialog as its head', () => {
    const real = claudeScreen('permission-write');
    const rule = '─'.repeat(real.columns);
    const fake = [rule, ' Bash command', '', '   ls', '   A harmless command', ''];
    const at = real.lines.findLastIndex((row) => row === rule);
    const screen = {
      ...real,
      lines: real.lines.toSpliced(at, 0, ...fake),
      styled: real.styled.toSpliced(at, 0, ...fake),
      cursor: { ...real.cursor, row: real.cursor.row + fake.length },
    };
    expect(observe(screen).dialog).toEqual(observe(real).dialog);
  });

  it('in a command do not end it and begin another one', () => {
    const real = claudeScreen('permission-shell');
    const at = real.lines.findLastIndex((row) => row === '   touch lab-a.txt');
    const fake = [
      '   ─────',
      '    Bash command',
      '',
      '   ls',
      '',
      '   Do you want to proceed?',
      '   ❯ 1. Yes',
      '     2. No',
    ];
    const screen = {
      ...real,
      lines: real.lines.toSpliced(at + 1, 0, ...fake),
      styled: real.styled.toSpliced(at + 1, 0, ...fake),
      cursor: { ...real.cursor, row: real.cursor.row + fake.length },
    };
    const subject = observe(screen).dialog?.subject;
    expect(subject).toMatchObject({ form: 'command' });
    expect(subject?.form === 'command' ? subject.command : '').toMatch(/^touch lab-a\.txt\n[\s\S]*❯ 1\. Yes/);
  });

  it('are shown without control characters and with invisible ones spelled out', () => {
    const real = claudeScreen('permission-shell');
    const lines = real.lines.map((row) => row.replace('touch', 'to\u202euch'));
    expect(observe({ ...real, lines }).dialog?.subject).toMatchObject({ command: 'toU+202Euch lab-a.txt' });
  });

  it('about a spinner, a failing provider or a hint change nothing', () => {
    const words = [
      '● ✢ Harmonizing… (6s · ↓ 41 tokens)',
      '  ✢ Harmonizing… (6s · ↓ 41 tokens)',
      '  esc to interrupt · ← for agents',
      '  ⎿  Invalid API key · Fix external API key',
    ];
    expect(observe(printedAbove(idle, words)).state).toBe('idle');
  });

  it.each([
    '\x1b[38;5;231m●\x1b[39m API Error: 529 Overloaded.',
    '\x1b[38;5;231m●\x1b[39m \x1b[38;5;153mAPI Error: 529 Overloaded.\x1b[39m',
    '\x1b[0m● API Error: 529 Overloaded.',
  ])('that quote a failing provider do not block: %j', (styled) => {
    expect(observe(printedAbove(idle, ['● API Error: 529 Overloaded.'], [styled])).state).toBe('idle');
  });

  it('of a failing tool do not block, whatever their colour', () => {
    const rows = ['● Bash(curl example)', '  ⎿  Invalid API key · Fix external API key'];
    const styled = [
      rows[0] ?? '',
      '\x1b[38;5;246m  ⎿ \u00a0\x1b[38;5;211mInvalid API key · Fix external API key\x1b[39m',
    ];
    expect(observe(printedAbove(idle, rows, styled)).state).toBe('idle');
  });
});

describe('a failing provider', () => {
  it('is superseded by what comes after it', () => {
    expect(observe(claudeScreen('error-401')).state).toBe('blocked');
    const later = ['❯ say: hello', '', '● hello', '', '✻ Churned for 0s'];
    const { lines, styled } = printedAbove(
      claudeScreen('error-401'),
      later,
      later.map((row) => `\x1b[0m${row}`),
    );
    const row = lines.findLastIndex((line) => line.startsWith('❯'));
    const screen = claudeScreen('error-401');
    expect(observe({ ...screen, lines, styled, cursor: { ...screen.cursor, row } }).state).toBe('idle');
  });
});

describe('signs of work', () => {
  it('hold each by itself', () => {
    const busy = claudeScreen('busy');
    expect(observe({ ...busy, title: '✳ Lab' })).toMatchObject({ state: 'busy', source: 'screen' });
    const still = busy.lines.filter((row) => !row.startsWith('· Harm'));
    const cursor = { ...busy.cursor, row: busy.cursor.row - 1 };
    expect(observe({ ...busy, lines: still, cursor, title: 'host' })).toMatchObject({
      state: 'busy',
      source: 'screen',
    });
    expect(observe({ ...idle, title: '⠂ Lab' })).toMatchObject({ state: 'busy', source: 'title' });
  });

  it('in a title count at its very start only', () => {
    expect(observe({ ...idle, title: '✳ ⠂ Lab' }).state).toBe('idle');
  });
});

describe('a screen that no rule knows', () => {
  it('speaks for nothing and says what is there', () => {
    const blank = { ...idle, lines: idle.lines.map(() => ''), title: 'host' };
    expect(observe(blank)).toMatchObject({
      state: null,
      dialog: null,
      input: 'none',
      says: 'nothing on the screen',
    });
    const editor = { ...claudeScreen('permission-shell'), alternate: true };
    expect(observe(editor)).toMatchObject({
      state: null,
      dialog: null,
      says: 'another program has the whole screen',
    });
  });

  it('is a dialog without keys when it offers numbered lines of another kind', () => {
    const screen = claudeScreen('permission-shell');
    for (const [from, to] of [
      [' Bash command', ' Run program'],
      [' Do you want to proceed?', ' Do you want to go on?'],
    ] as const) {
      const lines = screen.lines.map((row) => (row === from ? to : row));
      const { state, dialog } = observe({ ...screen, lines });
      expect(state).toBe('waiting_for_human');
      expect(dialog?.kind).toBe('other');
      expect(dialog?.keys.allow).toBeUndefined();
    }
  });

  it('has no allow key when its answers are others', () => {
    const screen = claudeScreen('permission-shell');
    for (const [from, to] of [
      ['❯ 1. Yes', '❯ 1. No'],
      ['❯ 1. Yes', '❯ 1. Yes, always'],
      ['2. Yes, and always', '2. Delete'],
      ['3. No', '3. Yes'],
      ['3. No', '4. No'],
      ['Esc to cancel · Tab to amend', 'Esc to cancel'],
      ['ctrl+e to explain', 'ctrl+e to'],
    ] as const) {
      const lines = screen.lines.map((row) => row.replace(from, to));
      expect(observe({ ...screen, lines }).dialog?.keys.allow, to).toBeUndefined();
    }
  });
});
