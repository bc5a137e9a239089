import type { PaneSnapshot } from '../tmux/tmux.ts';
import { Sanitiser } from './sanitise.ts';
import { standingAlone } from './styled-rows.ts';

function moveTo(row: number, column: number): string {
  return `\u001b[${String(row + 1)};${String(column + 1)}H`;
}

function atTheirPlaces(rows: readonly string[]): string {
  return rows.map((row, index) => moveTo(index, 0) + row).join('');
}

/**
 * Bytes that draw a pane into a freshly reset terminal of its size: the scrollback, the screen or both screens,
 * the modes that decide how output goes on, and the cursor.
 */
export function paint(pane: PaneSnapshot): Uint8Array {
  const rows = standingAlone(pane.styled);
  const history = rows.slice(0, Math.max(0, rows.length - pane.rows));
  const screen = rows.slice(history.length);
  // Without wrapping, a row that this terminal finds wider than tmux does is clipped and moves no other.
  // G1 is the line-drawing set, as in tmux's captures.
  const parts = ['\u001b[?7l\u001b)0'];
  if (pane.main === null) parts.push([...history, ...screen].join('\r\n'));
  else {
    const below = standingAlone(pane.main.styled).slice(0, pane.rows);
    while (below.length < pane.rows) below.push('');
    parts.push(
      [...history, ...below].join('\r\n'),
      moveTo(pane.main.cursor.row, pane.main.cursor.column),
      '\u001b[?1049h',
      atTheirPlaces(screen),
    );
  }
  parts.push('\u001b)B', modes(pane), cursor(pane, screen));
  return new Sanitiser().push(Buffer.from(parts.join('')), 0);
}

function modes(pane: PaneSnapshot): string {
  const { top, bottom } = pane.region;
  const parts: string[] = [];
  if (top !== 0 || bottom !== pane.rows - 1) parts.push(`\u001b[${String(top + 1)};${String(bottom + 1)}r`);
  if (pane.origin) parts.push('\u001b[?6h');
  if (pane.wrap) parts.push('\u001b[?7h');
  return parts.join('');
}

function cursor(pane: PaneSnapshot, screen: readonly string[]): string {
  const { column, row, visible } = pane.cursor;
  const line = pane.origin ? row - pane.region.top : row;
  const parts: string[] = [];
  if (column >= pane.columns) {
    // The last column is written and the next character goes to the next row. Only writing leaves a terminal so:
    // the row once more, after a blank in the last column for a row that ends before it.
    parts.push(
      moveTo(line, pane.columns - 1),
      ' ',
      moveTo(line, 0),
      '\u001b)0',
      screen[row] ?? '',
      '\u001b)B',
    );
  } else parts.push(moveTo(line, column));
  if (pane.insert) parts.push('\u001b[4h');
  if (!visible) parts.push('\u001b[?25l');
  return parts.join('');
}
