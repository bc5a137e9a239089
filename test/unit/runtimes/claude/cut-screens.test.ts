import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observe } from '../../../../src-main/runtimes/claude/observe.ts';
import type { Screen } from '../../../../src-main/runtimes/runtime.ts';
import { claudeScreen } from '../../../support/claude-screens.ts';

const scenes = [
  'permission-shell',
  'permission-shell-long',
  'permission-edit',
  'permission-write',
  'permission-fetch',
  'small-permission-shell',
];

/** The screen without rows at either end, the cursor on the row it was on. */
function withoutRows(screen: Screen, above: number, below: number): Screen {
  const end = screen.lines.length - below;
  return {
    ...screen,
    lines: screen.lines.slice(above, end),
    styled: screen.styled.slice(above, end),
    cursor: { ...screen.cursor, row: screen.cursor.row - above },
    rows: end - above,
  };
}

/** The screen as tmux shows it after its window became narrower and before the program drew it anew. */
function reflowed(screen: Screen, columns: number): Screen {
  let row = 0;
  const lines = screen.lines.flatMap((line, index) => {
    const parts = line.match(new RegExp(`.{1,${columns}}`, 'gu')) ?? [''];
    if (index < screen.cursor.row) row += parts.length;
    return parts;
  });
  return { ...screen, lines, styled: lines, columns, cursor: { ...screen.cursor, row } };
}

describe.each(scenes)('%s, cut', (scene) => {
  const screen = claudeScreen(scene);
  const whole = observe(screen).dialog;
  const top = screen.lines.findLastIndex((row) => /^─+$/.test(row));
  const last = screen.lines.findLastIndex((row) => row !== '');

  it('has an allow key only while every row from the rule to the hint is there', () => {
    const rows = fc.nat({ max: screen.lines.length });
    fc.assert(
      fc.property(rows, rows, (above, below) => {
        fc.pre(above + below < screen.lines.length);
        const { dialog } = observe(withoutRows(screen, above, below));
        const isWhole = above <= top && screen.lines.length - below > last;
        if (isWhole) expect(dialog).toEqual(whole);
        else expect(dialog?.keys.allow).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('has no allow key when a row in the middle is missing from its frame or its question', () => {
    for (let row = top; row <= last; row += 1) {
      const lines = screen.lines.toSpliced(row, 1);
      const cursor = { ...screen.cursor, row: screen.cursor.row - (row < screen.cursor.row ? 1 : 0) };
      const { dialog } = observe({ ...screen, lines, styled: screen.styled.toSpliced(row, 1), cursor });
      const isContent =
        row > top + 1 && row < screen.lines.findLastIndex((line) => line.startsWith(' Do you want'));
      if (!isContent && screen.lines[row] !== '') expect(dialog?.keys.allow, `row ${row}`).toBeUndefined();
    }
  });

  it('has none when columns are missing', () => {
    for (let columns = 1; columns < screen.columns; columns += 1) {
      const cut = { ...screen, lines: screen.lines.map((row) => row.slice(0, columns).trimEnd()) };
      expect(observe(cut).dialog?.keys.allow, `${columns} columns`).toBeUndefined();
      // Only the other screen is cropped by tmux when it becomes narrower.
      expect(observe({ ...cut, columns, alternate: true }).dialog).toBeNull();
    }
  });

  it('has none while its picture is wrapped for another width', () => {
    for (let columns = 1; columns < screen.columns; columns += 1) {
      expect(observe(reflowed(screen, columns)).dialog?.keys.allow, `${columns} columns`).toBeUndefined();
    }
    expect(observe({ ...screen, columns: screen.columns + 20 }).dialog?.keys.allow).toBeUndefined();
  });
});

describe('a dialog whose upper part scrolled off', () => {
  const screen = claudeScreen('permission-shell-long');
  const cut = withoutRows(screen, screen.lines.findIndex((row) => row.startsWith(' Bash command')) + 1, 0);

  it('still waits for a person, who reads it in the terminal', () => {
    const { state, reason, dialog } = observe(cut);
    expect({ state, reason }).toEqual({ state: 'waiting_for_human', reason: 'permission' });
    expect(dialog).toMatchObject({ kind: 'other', keys: { deny: 'Escape' }, subject: { form: 'other' } });
    expect(dialog?.limit).toContain('taller than the screen');
  });
});

describe.each(['permission-edit', 'permission-write'])('%s, before its lines are drawn', (scene) => {
  const screen = claudeScreen(scene);
  const opening = screen.lines.findIndex((row) => row.startsWith('╌'));
  const closing = screen.lines.findLastIndex((row) => row.startsWith('╌'));

  it('has no allow key', () => {
    const lines = screen.lines.toSpliced(opening + 1, closing - opening - 1, ' …');
    const row = screen.cursor.row - (screen.lines.length - lines.length);
    const { dialog } = observe({ ...screen, lines, styled: lines, cursor: { ...screen.cursor, row } });
    expect(dialog).toMatchObject({ kind: 'permission', subject: { form: 'edit' } });
    expect(Object.keys(dialog?.keys ?? {})).toEqual(['deny']);
    expect(dialog?.limit).toContain('not drawn');
  });
});
