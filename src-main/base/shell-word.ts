/** One word of a POSIX shell command, in single quotes, whatever it holds. A NUL cannot stand in any word. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
