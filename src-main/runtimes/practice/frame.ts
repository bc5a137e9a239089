import type { Screen } from '../runtime.ts';

/** A frame from edge to edge of the screen. */
export interface Frame {
  /** Index of its top edge on the screen. */
  readonly top: number;
  /** Words in its top edge; empty when there are none. */
  readonly title: string;
  /** What stands in it, without its sides and the blanks at the end. */
  readonly rows: readonly string[];
  /** Index in `rows` of the row that the cursor stands on. */
  readonly cursor: number;
}

/** The whole frame that the cursor stands in; null when there is none or it is cut on any side. */
export function frameAtCursor({ lines, columns, cursor }: Screen): Frame | null {
  // One entry of a row is a character, so a row with wide ones is shorter; only the edges can be counted.
  const isSide = (index: number): boolean => /^│ .* │$/u.test(lines[index] ?? '');
  if (!isSide(cursor.row)) return null;
  let top = cursor.row;
  while (isSide(top - 1)) top -= 1;
  let bottom = cursor.row;
  while (isSide(bottom + 1)) bottom += 1;
  const upper = lines[top - 1] ?? '';
  const lower = lines[bottom + 1] ?? '';
  const [, title] = /^╭─(?: (.*) )?─+╮$/.exec(upper) ?? [];
  if (upper.length !== columns || !/^╭.*╮$/.test(upper)) return null;
  if (lower.length !== columns || !/^╰─+╯$/.test(lower)) return null;
  return {
    top: top - 1,
    title: title ?? '',
    rows: lines.slice(top, bottom + 1).map((row) => row.slice(2, -2).trimEnd()),
    cursor: cursor.row - top,
  };
}
