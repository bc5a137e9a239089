import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { BackboneError, systemCodeOf } from './errors.ts';

/** Mode of every folder and file of ours: nobody but the owner. */
const folderMode = 0o700;
const fileMode = 0o600;

function isOurs(uid: number): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

/**
 * Makes `folder` (0700) with its parents, or repairs the mode of an existing one.
 * @throws not_private when it is a symbolic link, not a folder, or belongs to another user.
 */
export function ensurePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode });
  const found = lstatSync(folder);
  if (!found.isDirectory() || !isOurs(found.uid)) {
    throw new BackboneError(
      'not_private',
      `${folder} must be a folder of your own, not a link. Move it away and try again.`,
    );
  }
  if ((found.mode & 0o777) !== folderMode) chmodSync(folder, folderMode);
}

/**
 * Opens an existing file of ours and repairs its mode.
 * @returns null when there is none.
 * @throws not_private for a symbolic link, anything but a file, or a foreign owner.
 */
export function readPrivateFile(file: string): Buffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    const why = systemCodeOf(error) === 'ELOOP' ? 'is a symbolic link' : 'cannot be opened';
    throw new BackboneError(
      'not_private',
      `${file} ${why}. It must be a file of your own: move it away and try again.`,
      { cause: error },
    );
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile() || !isOurs(found.uid)) {
      throw new BackboneError(
        'not_private',
        `${file} must be a file of your own. Move it away and try again.`,
      );
    }
    if ((found.mode & 0o777) !== fileMode) fchmodSync(descriptor, fileMode);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export interface ReplaceOptions {
  /**
   * Path of the file that is written first, in the same folder, for a caller that alone writes there and takes away
   * what a crash left of it. Default: a name that nothing else has.
   */
  readonly temporary?: string;
  /** Called when all is written, just before it takes the place; what it throws leaves the old content. */
  readonly beforeReplacing?: () => void;
}

/**
 * Replaces `file` as a whole: a new file, private from its first byte, is written, synced and renamed over it.
 * A crash leaves the old or the new content, never a part.
 */
export function writePrivateFile(
  file: string,
  content: string | Uint8Array,
  options: ReplaceOptions = {},
): void {
  const temporary =
    options.temporary ??
    path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}`);
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const descriptor = openSync(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    fileMode,
  );
  try {
    try {
      fchmodSync(descriptor, fileMode);
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    options.beforeReplacing?.();
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(path.dirname(file));
}

/** Takes a file away, durably; nothing when there is none. */
export function removePrivateFile(file: string): void {
  rmSync(file, { force: true });
  syncFolder(path.dirname(file));
}

/** Makes the names in `folder` durable; without effect where the system does not allow it. */
export function syncFolder(folder: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, constants.O_RDONLY);
    fsyncSync(descriptor);
  } catch {
    // Some file systems refuse to sync a folder; the rename itself has happened.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
