import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { unsetEnvironmentValue } from '../secrets/environment-file.ts';
import { sideFiles } from '../storage/connection.ts';
import { signingKeyName } from './anchor.ts';

/**
 * Sets a damaged log and its head aside, as they are, so that a new log begins at the next start. For a person to
 * decide, never done by itself; no process may have the log open. A crash in between is mended by doing it again.
 * @param at epoch milliseconds, for the names of the files that are kept
 * @returns the files that were set aside
 */
export function restartAudit(
  files: { readonly log: string; readonly anchor: string; readonly environmentFile: string },
  at: number,
): string[] {
  const stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  // The key first: an anchor without its key is refused, but a key without its anchor looks like theft.
  unsetEnvironmentValue(files.environmentFile, signingKeyName);
  const aside: string[] = [];
  for (const file of [files.anchor, files.log]) {
    const { dir, name, ext } = path.parse(file);
    const target = path.join(dir, `${name}-set-aside-${stamp}${ext}`);
    for (const side of ['', ...sideFiles].filter((end) => existsSync(file + end))) {
      renameSync(file + side, target + side);
    }
    if (existsSync(target)) aside.push(target);
  }
  return aside;
}
