/**
 * Joins rows that Claude Code wrapped at the right edge. A row that had room for the next row's first word ended on
 * purpose and keeps its line break. Which blanks stood at a wrap cannot be seen any more.
 * @param rows without their indent
 * @param width characters that fit in a row
 */
export function unwrapped(rows: readonly string[], width: number): string {
  return rows.reduce((text, row, index) => {
    const before = rows[index - 1];
    if (before === undefined) return row;
    const [word = ''] = row.split(' ', 1);
    if (row === '' || before === '' || before.length + 1 + word.length <= width) return `${text}\n${row}`;
    // A word longer than the row was cut where the row ended.
    return before.length >= width && !before.includes(' ') ? `${text}${row}` : `${text} ${row}`;
  }, '');
}
