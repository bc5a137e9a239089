/** As Linux has them, in bytes. */
const longestPart = 255;
const longestName = 1024;
const deepest = 32;

/**
 * Two names with the same folded form are one file on some disk: letters of either case, composed or decomposed,
 * with or without characters that nobody sees.
 */
export function foldedName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');
}

/**
 * Judges the name of a file or folder within an archive, parts joined by `/`.
 * @returns why it may not be used, as the end of a sentence; null when it may
 */
export function entryNameProblem(name: string): string | null {
  if (name === '') return 'has no name';
  if (/[\p{Cc}\p{Cs}\uFFFD]/u.test(name)) return 'has control characters in its name';
  if (name.includes('\\')) return 'has a backslash in its name, which is a separator elsewhere';
  if (name.startsWith('/')) return 'has an absolute path';
  if (Buffer.byteLength(name) > longestName) return `has a name longer than ${longestName} bytes`;
  const parts = name.split('/');
  if (parts.length > deepest) return `lies more than ${deepest} folders deep`;
  for (const part of parts) {
    if (part === '..') return 'leads out of its folder by ".."';
    if (part === '' || part === '.') return 'has an empty part or "." in its path';
    if (/^[a-z]:/i.test(part)) return 'begins with a drive letter';
    if (Buffer.byteLength(part) > longestPart)
      return `has a part longer than ${longestPart} bytes in its path`;
    if (foldedName(part) === '.git') return 'belongs to a git repository, which runs what it names';
  }
  return null;
}
