import { lstatSync, rmSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { BackboneError } from '../base/errors.ts';
import { readPrivateFile, writePrivateFile } from '../base/private-files.ts';
import { isBusy, openPrivate } from '../storage/connection.ts';
import { holderOf } from '../storage/holder.ts';

/** The proof that this process is the daemon of a data directory. */
export interface DaemonLock {
  release(): void;
}

/**
 * Locks of this process. SQLite lets go when a connection is collected as garbage, so they are kept here.
 * The lock belongs to the process: the system drops it whichever way the process ends, and nothing else does.
 */
const held = new Set<SQLite.Database>();

/** A client that only looks takes a shared lock for a moment; the taker waits that long, milliseconds. */
const patience = 300;

/** Holds the pid for messages only; it proves nothing. */
function noteOf(file: string): string {
  return `${file}.pid`;
}

function holderText(file: string): string {
  const holder = holderOf(file);
  if (holder !== null) return `process ${holder.pid}`;
  const noted = readPrivateFile(noteOf(file))?.toString('utf8').trim() ?? '';
  return /^\d{1,10}$/.test(noted) ? `process ${noted}` : 'another process';
}

/**
 * Takes the lock of a data directory for the life of this process.
 * @param file the lock file, made if missing; never removed, and opened by no other code
 * @throws daemon_running naming the process that holds it; not_private
 */
export function takeDaemonLock(file: string): DaemonLock {
  const connection = openPrivate(file, { timeout: patience });
  try {
    connection.exec('begin exclusive');
  } catch (error) {
    connection.close();
    if (!isBusy(error)) throw error;
    throw new BackboneError(
      'daemon_running',
      `A daemon already runs for this data directory: ${holderText(file)}. Use it, or end it with "backbone down".`,
      { cause: error },
    );
  }
  held.add(connection);
  writePrivateFile(noteOf(file), `${process.pid}\n`);
  return {
    release() {
      if (!held.delete(connection)) return;
      rmSync(noteOf(file), { force: true });
      connection.close();
    },
  };
}

/** Whether a daemon lives for this data directory, however slow it is. Takes nothing and makes no file. */
export function isDaemonLockHeld(file: string): boolean {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return false;
  const connection = new SQLite(file, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    connection.pragma('schema_version');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    connection.close();
  }
}
