import { plainLine } from '../../base/plain-text.ts';
import type { Look, Paint } from './paint.ts';

/** One cell: a text, or a text with a look. */
export type Cell = string | { readonly look: Look; readonly text: string };

const cellLimit = 4096;

function textOf(cell: Cell): string {
  return plainLine(typeof cell === 'string' ? cell : cell.text, cellLimit);
}

/** Columns that a text takes on a terminal. The library takes a tenth of a second to load: only what is no ASCII pays for it. */
async function widthOf(texts: readonly string[]): Promise<(text: string) => number> {
  if (texts.every((text) => /^[\x20-\x7e]*$/.test(text))) return (text) => text.length;
  const { default: stringWidth } = await import('string-width');
  return stringWidth;
}

/** Lines of a table whose columns stand under each other, whatever width the characters have. */
export async function table(
  paint: Paint,
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<string> {
  const head = titles.map((title): Cell => ({ look: 'dim', text: title }));
  const all = [head, ...rows];
  const width = await widthOf(all.flat().map(textOf));
  const widths = titles.map((_, column) => Math.max(...all.map((row) => width(textOf(row[column] ?? '')))));
  return all
    .map((row) =>
      row
        .map((cell, column) => {
          const text = textOf(cell);
          const shown = typeof cell === 'string' ? text : paint(cell.look, text);
          const last = column === row.length - 1;
          return last ? shown : shown + ' '.repeat((widths[column] ?? 0) - width(text));
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
