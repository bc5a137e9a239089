import { existsSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { operatorKeyIn } from '../../authority/operator-key.ts';
import type { Check } from '../../contract/system.ts';
import { readEnvironmentFile } from '../../secrets/environment-file.ts';
import type { Examination } from './examination.ts';

/** Whether the data directory is there, private and ours, with all that lies in it. */
export const checkFiles: Examination = async (folders) => {
  const name = 'data directory';
  const made = [folders.root, folders.state, folders.spool, folders.launches, folders.hooks];
  const open = [...made, ...(existsSync(folders.vault) ? [folders.vault] : [])].flatMap(openEntries);
  const files: Check =
    open.length === 0
      ? { name, result: 'ok', says: `${folders.root} is private.`, mend: null }
      : {
          name,
          result: 'fail',
          says: `Others can reach, or do not belong to you: ${open.join(', ')}`,
          mend: `Move links and what is not yours away; then: chmod -R go-rwx '${folders.root}'`,
        };
  operatorKeyIn(readEnvironmentFile(folders.environmentFile));
  return [
    files,
    { name: 'operator key', result: 'ok', says: 'Kept in .env, readable by you alone.', mend: null },
  ];
};

/** Paths of a folder and its entries that are not private, not ours, or links. */
function openEntries(folder: string): string[] {
  const entries = [folder, ...readdirSync(folder).map((entry) => path.join(folder, entry))];
  return entries.filter((entry) => {
    const found = lstatSync(entry, { throwIfNoEntry: false });
    if (found === undefined) return false;
    const ours = process.getuid === undefined || found.uid === process.getuid();
    return !ours || found.isSymbolicLink() || (found.mode & 0o077) !== 0;
  });
}
