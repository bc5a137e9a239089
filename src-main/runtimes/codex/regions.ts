import type { Screen } from '../runtime.ts';
import type { Run } from '../styled-rows.ts';

/** The box that takes text: from the row with its sign to the last row of its text. */
export interface InputBox {
  readonly top: number;
  readonly bottom: number;
  /** `!`: Enter runs the text as a command of the person. */
  readonly sign: '›' | '!';
}

/**
 * The input box that the cursor stands in, with its sign at the left edge. The program shows the cursor there and
 * nowhere else. What a person sent is drawn with the same sign, but dim. Null when there is none.
 */
export function inputBox(screen: Screen, runs: readonly (readonly Run[])[]): InputBox | null {
  const { lines, cursor } = screen;
  if (!cursor.visible || cursor.column < 2) return null;
  let top = cursor.row;
  while (top >= 0 && /^(?: {2}.*)?$/.test(lines[top] ?? '-')) top -= 1;
  const sign = /^([›!])(?: |$)/.exec(lines[top] ?? '')?.[1];
  const drawn = runs[top]?.[0];
  if ((sign !== '›' && sign !== '!') || drawn?.bold !== true || drawn.dim || drawn.inverse) return null;
  // Below the text stand an empty row and the row with the model and the folder.
  let bottom = cursor.row;
  while (bottom + 1 < lines.length && (lines[bottom + 1] ?? '') !== '') bottom += 1;
  return { top, bottom, sign };
}

/** Index of the last row that says something; -1 when none does. */
export function lastRow(lines: readonly string[]): number {
  return lines.findLastIndex((row) => row.trim() !== '');
}
