import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { BackboneError } from '../../base/errors.ts';
import type { Implementations } from '../doors.ts';

/** Most folders that one answer lists. */
const most = 500;

/** Folders below a path (default: the home folder), hidden ones last. */
export const listFolders: Implementations['folders.list'] = async ({ path: asked }) => {
  const folder = path.resolve(asked ?? homedir());
  try {
    const names = readdirSync(folder, { withFileTypes: true })
      .filter(
        (entry) => entry.isDirectory() || (entry.isSymbolicLink() && isFolder(path.join(folder, entry.name))),
      )
      .map(({ name }) => name)
      .sort(
        (left, right) =>
          Number(left.startsWith('.')) - Number(right.startsWith('.')) || left.localeCompare(right, 'en'),
      );
    const parent = path.dirname(folder);
    return {
      path: folder,
      parent: parent === folder ? null : parent,
      folders: names.slice(0, most),
      truncated: names.length > most,
    };
  } catch (error) {
    throw new BackboneError('folder_missing', `${folder} is not a folder that can be read.`, {
      cause: error,
    });
  }
};

function isFolder(target: string): boolean {
  return statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
}
