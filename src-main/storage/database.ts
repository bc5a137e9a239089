import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../base/disposable.ts';
import { BackboneError } from '../base/errors.ts';
import { KeyedLock } from '../base/keyed-lock.ts';
import { type Connection, isBroken, isBusy, openPrivate } from './connection.ts';
import { holderOf } from './holder.ts';
import { migrate } from './migrate.ts';
import { migrations as allMigrations } from './migrations/all.ts';

/** Usual pause between two tries for a lock that another process holds, milliseconds. */
const usualPause = 50;

/** The one database of a data directory. */
export interface Database extends Disposable {
  readonly file: string;
  /**
   * Runs queries at once. `work` must not write.
   * @throws storage_busy, storage_failed
   */
  read<T>(work: (connection: Connection) => T): T;
  /**
   * Runs `work` in one transaction: all of it is kept or nothing. Writes of this process come one after another;
   * a lock of another process is waited for without stopping the event loop, so `work` may be run anew and must
   * do nothing but talk to the database. Rejects with what `work` threw, storage_busy or storage_failed.
   */
  write<T>(work: (connection: Connection) => T): Promise<T>;
  /** Lets running writes end, then closes; a write that still waits for another process is given up. */
  dispose(): Promise<void>;
}

export interface DatabaseOptions {
  /** How long to wait for another process, milliseconds. */
  readonly bound?: number;
  /** Milliseconds, on average, between two tries for a lock that another process holds. Short where many processes write. */
  readonly pause?: number;
  readonly migrations?: readonly string[];
  /** A table by which a database of this schema is told from another one. Default: not looked at. */
  readonly marker?: string;
}

function storageError(file: string, thrown: unknown): unknown {
  if (isBusy(thrown)) {
    const holder = holderOf(file);
    const who = holder === null ? 'Another process' : `Process ${holder.pid} (${holder.program})`;
    return new BackboneError(
      'storage_busy',
      `${who} holds the database ${file}. Wait for it or end it, then try again.`,
      { cause: thrown },
    );
  }
  if (!isBroken(thrown)) return thrown;
  return new BackboneError(
    'storage_failed',
    `The database ${file} cannot be read or written. Check the disk, then run "backbone doctor".`,
    { cause: thrown },
  );
}

/** Tries until no other process is in the way. The clock of waiting is Node's own: fake time must not stop it. */
async function whenFree<T>(work: () => T, until: number, given: { up: boolean }, pause: number): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until || given.up) throw error;
    }
    // Not in step with the others that wait.
    await delay(pause * (0.5 + Math.random()));
  }
}

function prepare(connection: Connection, migrations: readonly string[], marker: string | null): void {
  connection.pragma('journal_mode = WAL');
  // An acknowledged answer must outlive a loss of power.
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  migrate(connection, migrations, marker);
}

/**
 * Opens the database, makes it (0600) when it is missing and brings its schema up to date.
 * @throws not_private, storage_busy, storage_failed; the last also when a newer Backbone made it.
 */
export async function openDatabase(file: string, options: DatabaseOptions = {}): Promise<Database> {
  const { bound = 30_000, pause = usualPause, migrations = allMigrations } = options;
  const given = { up: false };
  let connection: Connection;
  try {
    connection = openPrivate(file);
  } catch (error) {
    throw storageError(file, error);
  }
  try {
    await whenFree(
      () => prepare(connection, migrations, options.marker ?? null),
      performance.now() + bound,
      given,
      pause,
    );
  } catch (error) {
    connection.close();
    throw storageError(file, error);
  }

  const writes = new KeyedLock();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => writes.run('write', work);
  const assertOpen = (): void => {
    if (given.up) throw new BackboneError('storage_failed', `The database ${file} is closed.`);
  };

  return {
    file,
    read(work) {
      assertOpen();
      try {
        return work(connection);
      } catch (error) {
        throw storageError(file, error);
      }
    },
    write(work) {
      const until = performance.now() + bound;
      return inTurn(async () => {
        assertOpen();
        const transaction = connection.transaction(() => work(connection));
        try {
          return await whenFree(() => transaction.immediate(), until, given, pause);
        } catch (error) {
          throw storageError(file, error);
        }
      });
    },
    async dispose() {
      if (given.up) return;
      given.up = true;
      await inTurn(async () => void connection.close());
    },
  };
}
