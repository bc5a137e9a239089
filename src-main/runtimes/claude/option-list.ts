import { isDashedRule, isRule } from './regions.ts';

export interface Option {
  readonly label: string;
  readonly marked: boolean;
}

/** A dialog's lower part: its question, numbered lines and the hint below them. */
export interface OptionList {
  /** Index of the first row of the question, or of the first option when there is none. */
  readonly start: number;
  /** Wrapped rows joined; empty when there is none. */
  readonly question: string;
  readonly options: readonly Option[];
  /** Index of the marked option in `options`. */
  readonly marked: number;
  /** Wrapped rows joined; empty when nothing follows the options. */
  readonly footer: string;
}

const optionForm = /^( {0,2})(❯| ) (\d{1,2})\. (.*)$/;
const continuationForm = /^ {5,}\S/;

/**
 * Reads the option list at the end of `rows`.
 * @param cursor index of the row that the cursor stands on: the marked one, or nothing is read
 * @returns null when the rows do not end in lines numbered from 1 with exactly one marked
 */
export function optionListAt(rows: readonly string[], cursor: number, columns: number): OptionList | null {
  const text = (index: number): string => rows[index] ?? '';
  const isBlank = (index: number): boolean => text(index).trim() === '';
  const isOption = (index: number): boolean =>
    optionForm.test(text(index)) || continuationForm.test(text(index));
  const isEdge = (index: number): boolean =>
    index < 0 || isBlank(index) || isRule(text(index), columns) || isDashedRule(text(index), columns);

  let end = rows.length - 1;
  if (end >= 0 && !isOption(end)) while (!isEdge(end)) end -= 1;
  const footer = joined(rows.slice(end + 1));
  while (end >= 0 && isBlank(end)) end -= 1;

  let first = end + 1;
  while (first > 0 && isOption(first - 1)) first -= 1;
  const options = optionsOf(rows.slice(first, end + 1));
  if (options === null) return null;
  const marked = options.findIndex((option) => option.marked);
  if (!(cursor >= first && cursor <= end && text(cursor).trimStart().startsWith('❯'))) return null;

  let start = first;
  if (isBlank(start - 1) && !isEdge(start - 2)) start -= 1;
  while (!isEdge(start - 1)) start -= 1;
  return { start, question: joined(rows.slice(start, first)), options, marked, footer };
}

/** Null unless the rows are options numbered from 1, in one column, one of them marked. */
function optionsOf(rows: readonly string[]): Option[] | null {
  const options: { label: string; marked: boolean }[] = [];
  const indents = new Set<string>();
  for (const row of rows) {
    const [, indent, mark, number, label] = optionForm.exec(row) ?? [];
    const last = options.at(-1);
    if (indent === undefined || label === undefined) {
      if (last === undefined) return null;
      last.label = `${last.label} ${row.trim()}`;
    } else {
      if (Number(number) !== options.length + 1) return null;
      indents.add(indent);
      options.push({ label: label.trim(), marked: mark === '❯' });
    }
  }
  const marked = options.filter((option) => option.marked).length;
  return options.length >= 2 && marked === 1 && indents.size === 1 ? options : null;
}

function joined(rows: readonly string[]): string {
  return rows
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .join(' ');
}
