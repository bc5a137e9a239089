import type { Screen } from '../runtime.ts';

/** A box that takes text, between its two rules. */
export interface InputBox {
  /** Index of the rule above. */
  readonly top: number;
  /** Index of the rule below. */
  readonly bottom: number;
}

/** A rule from edge to edge. One of another length is a picture for another width: it is not whole. */
export function isRule(row: string, columns: number): boolean {
  return columns > 0 && row.length === columns && /^─+$/.test(row);
}

/** The dashed rule around a diff or a plan. */
export function isDashedRule(row: string, columns: number): boolean {
  return columns > 0 && row.length === columns && /^╌+$/.test(row);
}

/** The rule above the box may name the conversation near its right edge. */
function isBoxTop(row: string, columns: number): boolean {
  return isRule(row, columns) || (row.length === columns && /^─{4,} .* ─{2}$/.test(row));
}

/**
 * The input box that the cursor stands in. The program places the cursor and an agent's words cannot, so a box that
 * is merely printed is never taken for it. Null when there is none.
 */
export function inputBox(screen: Screen): InputBox | null {
  const { lines, columns, cursor } = screen;
  let top = cursor.row - 1;
  while (top >= 0 && !isBoxTop(lines[top] ?? '', columns)) top -= 1;
  if (top < 0 || !/^[❯!](?:[ \u00a0]|$)/.test(lines[top + 1] ?? '')) return null;
  for (let bottom = cursor.row + 1; bottom < lines.length; bottom += 1) {
    if (isRule(lines[bottom] ?? '', columns)) return { top, bottom };
  }
  return null;
}

/** Index of the last row that says something, leaving out the list of tasks that may stand at the very bottom. */
export function lastRow(lines: readonly string[]): number {
  const up = (from: number): number => {
    let row = from;
    while (row >= 0 && (lines[row] ?? '').trim() === '') row -= 1;
    return row;
  };
  const last = up(lines.length - 1);
  let row = last;
  while (row >= 0 && /^ {2}[◻◼✔☐☒] /.test(lines[row] ?? '')) row -= 1;
  return row >= 0 && isTaskCount(lines[row] ?? '') ? up(row - 1) : last;
}

/** Head of the list of tasks. */
export function isTaskCount(row: string): boolean {
  return /^ {2}\d+ tasks? \(.*\)$/.test(row);
}
