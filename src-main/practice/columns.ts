import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters as a reader sees them. */
export function graphemes(text: string): readonly string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Columns that a text takes in a terminal. */
export function columnsOf(text: string): number {
  return stringWidth(text);
}

/** Cuts one line into rows of at most `width` columns; an empty line is one row. */
export function wrapped(line: string, width: number): readonly string[] {
  const rows: string[] = [];
  let row = '';
  for (const character of graphemes(line.replaceAll('\t', '    '))) {
    if (row !== '' && columnsOf(row + character) > width) {
      rows.push(row);
      row = '';
    }
    row += character;
  }
  return [...rows, row];
}

/** `text` with blanks behind it, `width` columns in all. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}

/** The beginning of `text` that fits into `width` columns. */
export function headOf(text: string, width: number): string {
  return wrapped(text, width)[0] ?? '';
}

/** The end of `text` that fits into `width` columns. */
export function tailOf(text: string, width: number): string {
  let tail = '';
  for (const character of graphemes(text).toReversed()) {
    if (columnsOf(character + tail) > width) break;
    tail = character + tail;
  }
  return tail;
}
