/** Words as a person can paste them into a shell. */
export function shellWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[A-Za-z0-9_./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
