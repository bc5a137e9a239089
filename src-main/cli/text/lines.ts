import { plainLine } from '../../base/plain-text.ts';
import type { Paint } from './paint.ts';

const valueLimit = 4096;

/** Lines `name  value`, the values under each other. */
export function pairs(paint: Paint, entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => `${paint('dim', name.padEnd(width))}  ${plainLine(value, valueLimit)}`)
    .join('\n');
}

/** Every line of `text` moved to the right. */
export function indented(text: string, by = 2): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(by) + line))
    .join('\n');
}
