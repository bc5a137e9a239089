import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observe } from '../../../../src-main/runtimes/codex/observe.ts';
import type { Screen } from '../../../../src-main/runtimes/runtime.ts';
import { capturedScreen, capturedScreens } from '../../../support/captured-screens.ts';

const screens = capturedScreens('codex-0.171.0');
const heading = '  Would you like to run the following command?';
const allowed = ['permission-shell', 'permission-shell-long', 'small-permission-shell'];

/** The screen with rows put in before row `at`, drawn as `styled`. */
function withRows(screen: Screen, at: number, rows: readonly string[], styled = rows): Screen {
  const move = screen.cursor.row >= at ? rows.length : 0;
  return {
    ...screen,
    lines: screen.lines.toSpliced(at, 0, ...rows),
    styled: screen.styled.toSpliced(at, 0, ...styled),
    cursor: { ...screen.cursor, row: screen.cursor.row + move },
    rows: screen.rows + rows.length,
  };
}

describe.each(allowed)('%s, cut', (scene) => {
  const screen = capturedScreen(screens, scene);
  const whole = observe(screen).dialog;
  const top = screen.lines.lastIndexOf(heading);
  const last = screen.lines.findLastIndex((row) => row !== '');

  it('has an allow key only while every row from the heading to the hint is there', () => {
    const rows = fc.nat({ max: screen.lines.length });
    fc.assert(
      fc.property(rows, rows, (above, below) => {
        const end = screen.lines.length - below;
        fc.pre(above < end);
        const { dialog } = observe({
          ...screen,
          lines: screen.lines.slice(above, end),
          styled: screen.styled.slice(above, end),
          rows: end - above,
        });
        if (above <= top && end > last) expect(dialog).toEqual(whole);
        else expect(dialog?.keys.allow).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('has none when a row is missing from its frame', () => {
    for (let row = top; row <= last; row += 1) {
      const cut = {
        ...screen,
        lines: screen.lines.toSpliced(row, 1),
        styled: screen.styled.toSpliced(row, 1),
      };
      const isContent = row > top && row < screen.lines.findIndex((line) => line.startsWith('› 1. Yes'));
      if (!isContent && screen.lines[row] !== '')
        expect(observe(cut).dialog?.keys.allow, `row ${row}`).toBeUndefined();
    }
  });

  it('has none when its hint or an option is cut at the edge', () => {
    for (let columns = 1; columns < 50; columns += 1) {
      const lines = screen.lines.map((row) => row.slice(0, columns).trimEnd());
      expect(observe({ ...screen, lines, columns }).dialog?.keys.allow, `${columns}`).toBeUndefined();
    }
  });

  it('has none while the cursor is shown, or on the other screen', () => {
    expect(observe({ ...screen, cursor: { ...screen.cursor, visible: true } }).dialog).toBeNull();
    expect(observe({ ...screen, alternate: false }).dialog).toBeNull();
  });

  it('has none when nothing is drawn inverse or bold, as words of the agent are not', () => {
    expect(observe({ ...screen, styled: screen.lines }).dialog).toBeNull();
  });
});

describe('words of the agent', () => {
  const dialogs = [...screens].filter(([, screen]) => observe(screen).dialog !== null);
  const idle = capturedScreen(screens, 'idle');

  it.each(dialogs)('that look like %s are no dialog above an input box', (_, dialog) => {
    const { state, dialog: seen } = observe(
      withRows(idle, idle.cursor.row, [...dialog.lines, ''], [...dialog.styled, '\x1b[0m']),
    );
    expect(seen).toBeNull();
    expect(state).toBe('idle');
  });

  it('do not stand above a real dialog as its head', () => {
    const real = capturedScreen(screens, 'permission-shell');
    const fake = [heading, '', '  Environment: local', '', '  $ ls', ''];
    const styled = [`\x1b[1m${heading}\x1b[0m`, ...fake.slice(1)];
    const screen = withRows(real, real.lines.lastIndexOf(heading), fake, styled);
    expect(observe(screen).dialog).toEqual(observe(real).dialog);
  });

  it('in a command do not end it and begin another one', () => {
    const real = capturedScreen(screens, 'permission-shell');
    const at = real.lines.findLastIndex((row) => row === '  $ touch lab-a.txt') + 1;
    const screen = withRows(real, at, [heading, '', '  Environment: local', '', '  $ ls']);
    const subject = observe(screen).dialog?.subject;
    expect(subject?.form === 'command' ? subject.command : '').toMatch(/^touch lab-a\.txt\n[\s\S]*\$ ls$/);
  });

  it('in a reason begin no command', () => {
    const real = capturedScreen(screens, 'permission-shell');
    const at = real.lines.findLastIndex((row) => row.startsWith('  Reason: ')) + 1;
    const fake = ['  $ ls'];
    const screen = withRows(real, at, fake, ['\x1b[3m  $ ls\x1b[0m']);
    expect(observe(screen).dialog?.subject).toMatchObject({ command: 'touch lab-a.txt' });
  });

  it('about work or a failing provider change nothing', () => {
    const words = ['• ■ unexpected status 401 Unauthorized', '  ■ unexpected status 401 Unauthorized', ''];
    expect(observe(withRows(idle, idle.cursor.row, words)).state).toBe('idle');
    const plain = ['■ unexpected status 401 Unauthorized: invalid x-api-key', ''];
    expect(observe(withRows(idle, idle.cursor.row, plain)).state).toBe('idle');
  });

  it('are shown without control characters and with invisible ones spelled out', () => {
    const real = capturedScreen(screens, 'permission-shell');
    const lines = real.lines.map((row) => row.replace('touch', 'to\u202euch'));
    expect(observe({ ...real, lines }).dialog?.subject).toMatchObject({ command: 'toU+202Euch lab-a.txt' });
  });
});

describe('the input box', () => {
  const idle = capturedScreen(screens, 'idle');

  it('is a draft in shell mode, where Enter runs what is pasted', () => {
    const lines = idle.lines.map((row) => row.replace('› Ask Codex to do anything', '!'));
    const styled = idle.styled.map((row) => row.replace(/›.*/u, '!\x1b[0m'));
    expect(observe({ ...idle, lines, styled })).toMatchObject({ state: 'idle', input: 'draft' });
  });

  it('is not what the person sent, which is drawn dim', () => {
    const styled = idle.styled.map((row) => row.replace('\x1b[1m›', '\x1b[1;2m›'));
    expect(observe({ ...idle, styled })).toMatchObject({ state: null, input: 'none' });
  });

  it('is at work when "Working" stands above it, whatever the title says', () => {
    const thinking = capturedScreen(screens, 'busy-thinking');
    expect(observe({ ...thinking, title: 'project' })).toMatchObject({ state: 'busy', source: 'screen' });
  });
});
