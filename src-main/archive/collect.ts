import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { BackboneError, systemCodeOf } from '../base/errors.ts';
import { entryNameProblem } from './entry-name.ts';
import { leftOutByContent, leftOutByName } from './left-out.ts';
import { type ArchiveLimits, inMegabytes } from './limits.ts';
import { namesSeen } from './names-seen.ts';

/** One file that travels. */
export interface CollectedFile {
  /** Path below the folder, parts joined by `/`. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly isExecutable: boolean;
}

/** A file or folder that stays, and why, as people read it. */
export interface LeftOut {
  readonly name: string;
  readonly why: string;
}

type Read = { readonly bytes: Buffer; readonly isExecutable: boolean } | { readonly why: string };

/** Reads a file that is still where it was found: nothing on its way became a link meanwhile. */
function read(file: string, limit: number): Read {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return { why: `cannot be read (${systemCodeOf(error) ?? 'unknown reason'})` };
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile() || realpathSync(file) !== file) return { why: 'changed while it was read' };
    if (found.size > limit) return { why: `larger than ${inMegabytes(limit)}` };
    return { bytes: readFileSync(descriptor), isExecutable: (found.mode & 0o100) !== 0 };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads all that travels of a folder, in the order of names.
 * @param folder absolute, without symbolic links
 * @param exceptFiles absolute paths of files that are passed over
 * @throws too_large when all of it is more than an archive may hold
 */
export function collect(
  folder: string,
  exceptFiles: readonly string[],
  limits: ArchiveLimits,
): { files: readonly CollectedFile[]; leftOut: readonly LeftOut[] } {
  const files: CollectedFile[] = [];
  const leftOut: LeftOut[] = [];
  const seen = namesSeen();
  let total = 0;

  function take(name: string): void {
    const file = path.join(folder, name);
    if (exceptFiles.includes(file)) return;
    const found = read(file, limits.file);
    const why = 'why' in found ? found.why : leftOutByContent(found.bytes);
    if ('why' in found || why !== null) {
      leftOut.push({ name, why: why ?? '' });
      return;
    }
    total += found.bytes.length;
    if (files.length === limits.entries || total > limits.total)
      throw new BackboneError(
        'too_large',
        `${folder} holds more than ${limits.entries} files or ${inMegabytes(limits.total)}, the most that one archive takes. Nothing was written.`,
      );
    files.push({ name, ...found });
  }

  function walk(below: string): void {
    const entries = readdirSync(path.join(folder, below), { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      const isFolder = entry.isDirectory();
      const why =
        leftOutByName(entry.name) ??
        (entry.isSymbolicLink() ? 'a symbolic link' : null) ??
        (isFolder || entry.isFile() ? null : 'neither a file nor a folder') ??
        entryNameProblem(name) ??
        seen.add(name, isFolder ? 'folder' : 'file');
      if (why !== null) leftOut.push({ name, why });
      else if (isFolder) walk(name);
      else take(name);
    }
  }

  walk('');
  return { files, leftOut };
}
