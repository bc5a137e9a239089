import type { Screen } from '../runtimes/runtime.ts';
import type { PaneCapture } from '../tmux/tmux.ts';
import { standingAlone } from './styled-rows.ts';

const escapes = /\u001b(?:\[[0-9;:]*m|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;
const drawn = /\u000e([^\u000f]*)\u000f?/g;
/** The line-drawing set: what its letters show. */
const drawing: Readonly<Record<string, string>> = {
  ...{ '`': '◆', a: '▒', f: '°', g: '±', j: '┘', k: '┐', l: '┌', m: '└', n: '┼', o: '⎺', p: '⎻', q: '─' },
  ...{ r: '⎼', s: '⎽', t: '├', u: '┤', v: '┴', w: '┬', x: '│', y: '≤', z: '≥', '{': 'π', '|': '≠' },
  ...{ '}': '£', '~': '·' },
};

function plain(row: string): string {
  return row
    .replace(escapes, '')
    .replace(drawn, (_, letters: string) => letters.replace(/./gu, (letter) => drawing[letter] ?? letter))
    .trimEnd();
}

/** Every row of a capture as plain text, oldest first: its scrollback, then the screen. */
export function plainRows(capture: PaneCapture): string[] {
  return standingAlone(capture.styled).map(plain);
}

/** What stands on the screen of a pane. Scrollback that the capture has as well is left out. */
export function screenOf(capture: PaneCapture): Screen {
  const rows = capture.styled.slice(-capture.rows);
  return {
    lines: plainRows(capture).slice(-capture.rows),
    styled: rows,
    title: capture.title,
    cursor: capture.cursor,
    columns: capture.columns,
    rows: capture.rows,
    alternate: capture.alternate,
  };
}
