import { chmodSync, closeSync, constants, fchmodSync, lstatSync, openSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { BackboneError, systemCodeOf } from '../base/errors.ts';

/** One open connection. Rows come out as `unknown` and are parsed by the room that owns the table. */
export type Connection = SQLite.Database;

/** Longest time that SQLite itself waits for a lock, milliseconds: the event loop stands still meanwhile. */
const patience = 20;

/** SQLite's own files beside the database. */
export const sideFiles = ['-wal', '-shm', '-journal'] as const;

/** True for a refusal that passes when another process lets go. */
export function isBusy(thrown: unknown): boolean {
  return thrown instanceof SQLite.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(thrown.code);
}

/** True when SQLite failed for a reason outside of the statement: disk, file, rights. */
export function isBroken(thrown: unknown): boolean {
  return (
    thrown instanceof SQLite.SqliteError &&
    /^SQLITE_(IOERR|FULL|CORRUPT|NOTADB|READONLY|CANTOPEN|PERM|AUTH|NOLFS|PROTOCOL)/.test(thrown.code)
  );
}

/**
 * Repairs the mode of an existing file of a database.
 * By path, never through a descriptor of our own: closing one would drop SQLite's locks on the same file.
 * @returns false when there is no such file.
 */
function repairMode(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isFile() || (process.getuid !== undefined && found.uid !== process.getuid())) {
    throw new BackboneError(
      'not_private',
      `${file} must be a file of your own, not a link. Move it away and try again.`,
    );
  }
  if ((found.mode & 0o777) !== 0o600) chmodSync(file, 0o600);
  return true;
}

function createPrivate(file: string): void {
  try {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const descriptor = openSync(file, flags, 0o600);
    // The umask may have taken rights of the owner; SQLite gives its side files the mode of this one.
    fchmodSync(descriptor, 0o600);
    closeSync(descriptor);
  } catch (error) {
    // Another process made it in this moment.
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Opens an SQLite file that nobody but the owner can read, made if it is missing, with its mode repaired if not.
 * @throws not_private for a symbolic link, anything but a file, or a foreign owner.
 */
export function openPrivate(file: string, options: { timeout?: number } = {}): Connection {
  if (!repairMode(file)) createPrivate(file);
  for (const side of sideFiles) repairMode(file + side);
  return new SQLite(file, { fileMustExist: true, timeout: options.timeout ?? patience });
}
