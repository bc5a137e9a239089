import { linkSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, type Stats } from 'node:fs';
import path from 'node:path';
import { BackboneError } from '../base/errors.ts';

function found(file: string): Stats | null {
  return lstatSync(file, { throwIfNoEntry: false }) ?? null;
}

function inTheWay(file: string, what: string): BackboneError {
  return new BackboneError(
    'file_exists',
    `${file} is ${what}. Nothing was written: move it away, or choose another folder.`,
  );
}

/** The folders above a file, from the top down, below `root`. */
function above(name: string): readonly string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** @throws file_exists when a file would be overwritten unasked, or something other than a folder or file stands in the way */
function check(
  folder: string,
  names: readonly string[],
  folders: readonly string[],
  overwrite: boolean,
): void {
  for (const name of new Set([...folders, ...names.flatMap(above)])) {
    const at = found(path.join(folder, name));
    if (at?.isDirectory() === false)
      throw inTheWay(path.join(folder, name), 'no folder, and is not followed');
  }
  for (const name of names) {
    const at = found(path.join(folder, name));
    if (at === null) continue;
    if (!at.isFile()) throw inTheWay(path.join(folder, name), 'no file, and is not followed');
    if (!overwrite)
      throw new BackboneError(
        'file_exists',
        `${path.join(folder, name)} is there already. Nothing was written: choose another folder, or overwrite with --force.`,
      );
  }
}

/** Takes back one step of a move. */
type Undo = () => void;

function makeFolder(folder: string, undos: Undo[]): void {
  if (found(folder) !== null) return;
  mkdirSync(folder, { mode: 0o700 });
  undos.push(() => rmdirSync(folder));
}

function moveFile(from: string, to: string, aside: string, overwrite: boolean, undos: Undo[]): void {
  if (overwrite && found(to) !== null) {
    renameSync(to, aside);
    undos.push(() => renameSync(aside, to));
  }
  // A link, unlike a rename, never takes the place of a file that came meanwhile.
  linkSync(from, to);
  undos.push(() => rmSync(to, { force: true }));
}

/** Takes back all steps, the last first, each whatever the others do. */
function takeBack(undos: readonly Undo[], cause: unknown): void {
  const failures: unknown[] = [];
  for (const undo of undos.toReversed()) {
    try {
      undo();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError([cause, ...failures], 'The move could not be taken back.');
}

/**
 * Moves what lies in `fresh` into `folder`, which stands on the same disk, or leaves `folder` as it was.
 * @param aside an empty folder on the same disk, where replaced files wait until all has gone well
 * @throws file_exists
 */
export function place(
  fresh: string,
  folder: string,
  aside: string,
  { files, folders, overwrite }: { files: readonly string[]; folders: readonly string[]; overwrite: boolean },
): void {
  if (found(folder) === null) {
    renameSync(fresh, folder);
    return;
  }
  check(folder, files, folders, overwrite);
  const undos: Undo[] = [];
  try {
    for (const name of new Set([...folders.flatMap((one) => [...above(one), one]), ...files.flatMap(above)]))
      makeFolder(path.join(folder, name), undos);
    files.forEach((name, index) => {
      moveFile(
        path.join(fresh, name),
        path.join(folder, name),
        path.join(aside, String(index)),
        overwrite,
        undos,
      );
    });
  } catch (error) {
    takeBack(undos, error);
    throw error;
  }
}
