import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { BackboneError, systemCodeOf } from '../base/errors.ts';
import { largestLock, shownFile, tooLarge } from './failures.ts';

/** Name of the file in an agent's folder. */
export const lockName = 'agent.lock';

/** A lock as it lies on disk. */
export interface LockBytes {
  /** Real path. */
  readonly file: string;
  readonly bytes: Buffer;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** Real path of the lock of `folder`, whether it is there or not. @throws folder_missing */
export function lockPath(folder: string): string {
  try {
    return path.join(realpathSync.native(folder), lockName);
  } catch (cause) {
    const says = `${shownFile(folder)} is not a folder that can be opened. Name an existing one.`;
    throw new BackboneError('folder_missing', says, { cause });
  }
}

function openFile(file: string): number {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    return openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (cause) {
    switch (systemCodeOf(cause)) {
      case 'ENOENT':
        throw new BackboneError(
          'lock_missing',
          `There is no ${shownFile(file)}. Make one with: backbone lock init`,
        );
      case 'ENOTDIR':
        throw new BackboneError('folder_missing', `${shownFile(path.dirname(file))} is not a folder.`);
      case 'EACCES':
      case 'EPERM':
        throw new BackboneError(
          'not_private',
          `${shownFile(file)} cannot be read. Make it readable for you.`,
          {
            cause,
          },
        );
      default:
        throw notFile(file);
    }
  }
}

function notFile(file: string): BackboneError {
  return new BackboneError(
    'lock_not_file',
    `${shownFile(file)} is a link, a folder or something else that is no file. Put the file itself there.`,
  );
}

/** The whole content, never more than the bound. @throws too_large */
function readBounded(descriptor: number, file: string): Buffer {
  const { size } = fstatSync(descriptor);
  if (size > largestLock) throw tooLarge(file);
  const buffer = Buffer.alloc(largestLock + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (read === 0) break;
    length += read;
    // It grows while it is read.
    if (length > largestLock) throw tooLarge(file);
  }
  return buffer.subarray(0, length);
}

/**
 * Reads a file that should be a lock. A link is refused: it could lead anywhere, and a write would replace it.
 * @throws lock_missing, folder_missing, lock_not_file, not_private, too_large
 */
export function readLockFile(file: string): LockBytes {
  const descriptor = openFile(file);
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw notFile(file);
    return { file, bytes: readBounded(descriptor, file), modifiedAt: Math.round(found.mtimeMs) };
  } finally {
    closeSync(descriptor);
  }
}
