import { plainText } from '../../base/plain-text.ts';
import type { DiffLine } from './diff-lines.ts';

/**
 * An edit as lines: what both texts begin and end with stays, the middle is taken out and put in.
 * Where in the file it happens is not known, so no line has a number.
 */
export function changedLines(before: string, after: string): DiffLine[] {
  const old = linesOf(before);
  const now = linesOf(after);
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  return [
    ...signed(' ', old.slice(0, head)),
    ...signed('-', old.slice(head, old.length - tail)),
    ...signed('+', now.slice(head, now.length - tail)),
    ...signed(' ', old.slice(old.length - tail)),
  ];
}

/** Lines without their ends; a last line end opens no further line. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\n$/, '').split('\n');
}

function signed(sign: DiffLine['sign'], lines: readonly string[]): DiffLine[] {
  return lines.map((line) => ({ sign, number: null, text: plainText(line) }));
}
