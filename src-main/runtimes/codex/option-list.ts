import type { Run } from '../styled-rows.ts';

/** Numbered lines with the hint below them, at the bottom of a dialog. */
export interface OptionList {
  /** Index of the first option's row. */
  readonly start: number;
  readonly labels: readonly string[];
  /** Index of the marked option in `labels`. */
  readonly marked: number;
  readonly hint: string;
}

const optionForm = /^( {0,2})(›| ) (\d)\. (.+)$/;

/**
 * Reads the option list that ends at row `last`, which is its hint. Codex draws the marked line inverse.
 * @returns null unless there are lines numbered from 1 in one column, one of them marked, an empty row and a hint
 */
export function optionListAt(
  lines: readonly string[],
  runs: readonly (readonly Run[])[],
  last: number,
): OptionList | null {
  const text = (row: number): string => lines[row] ?? '';
  const hint = text(last);
  if (!/^ {2}\S/.test(hint) || text(last - 1) !== '') return null;
  let start = last - 1;
  while (optionForm.test(text(start - 1)) || /^ {5,}\S/.test(text(start - 1))) start -= 1;
  const labels: string[] = [];
  const marks: number[] = [];
  const indents = new Set<string>();
  for (let row = start; row < last - 1; row += 1) {
    const [, indent, mark, number, label] = optionForm.exec(text(row)) ?? [];
    if (indent === undefined || label === undefined) {
      if (labels.length === 0) return null;
      labels[labels.length - 1] = `${labels.at(-1)} ${text(row).trim()}`;
      continue;
    }
    if (Number(number) !== labels.length + 1) return null;
    const isInverse = runs[row]?.some((run) => run.inverse && run.text.includes('›')) === true;
    if ((mark === '›') !== isInverse) return null;
    if (isInverse) marks.push(labels.length);
    indents.add(indent);
    labels.push(label.trim());
  }
  const [marked] = marks;
  if (labels.length < 2 || marks.length !== 1 || marked === undefined || indents.size !== 1) return null;
  return { start, labels, marked, hint: hint.trim() };
}
