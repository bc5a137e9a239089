import { plainLine } from '../../base/plain-text.ts';
import type { MadeAgent } from '../templates.ts';
import type { Paint } from './paint.ts';

/** What was made, and what to do next. `missing`: keys that are to be kept first. */
export function madeAgentText(
  { folder, name, files, next }: MadeAgent,
  missing: readonly { readonly name: string; readonly why: string }[],
  paint: Paint,
): string {
  return [
    `${paint('strong', plainLine(name, 100))} is in ${plainLine(folder, 4096)}: ${files.join(' ')}`,
    ...missing.map((key) => `Keep its key (${key.why}): backbone key add ${key.name}`),
    `Run it: ${plainLine(next, 8192)}`,
  ].join('\n');
}
