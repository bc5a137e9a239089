import stringWidth from 'string-width';
import { plainLine } from '../../base/plain-text.ts';
import type { Look, Paint } from './paint.ts';

/** One cell: a text, or a text with a look. */
export type Cell = string | { readonly look: Look; readonly text: string };

const cellLimit = 4096;

function textOf(cell: Cell): string {
  return plainLine(typeof cell === 'string' ? cell : cell.text, cellLimit);
}

/** Lines of a table whose columns stand under each other, whatever width the characters have. */
export function table(paint: Paint, titles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = titles.map((title): Cell => ({ look: 'dim', text: title }));
  const all = [head, ...rows];
  const widths = titles.map((_, column) =>
    Math.max(...all.map((row) => stringWidth(textOf(row[column] ?? '')))),
  );
  return all
    .map((row) =>
      row
        .map((cell, column) => {
          const text = textOf(cell);
          const shown = typeof cell === 'string' ? text : paint(cell.look, text);
          const last = column === row.length - 1;
          return last ? shown : shown + ' '.repeat((widths[column] ?? 0) - stringWidth(text));
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Lines `name  value`, the values under each other. */
export function pairs(paint: Paint, entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => `${paint('dim', name.padEnd(width))}  ${plainLine(value, cellLimit)}`)
    .join('\n');
}

/** Every line of `text` moved to the right. */
export function indented(text: string, by = 2): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(by) + line))
    .join('\n');
}
