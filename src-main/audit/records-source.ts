import { setImmediate } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { openPrivate } from '../storage/connection.ts';
import { recordsReader } from './log-file.ts';
import type { StoredRecord } from './record.ts';

/** Records that can be gone through more than once, in batches, oldest first. */
export interface RecordsSource {
  /** What cannot be read comes as a record without bytes, and is the last. @throws storage errors that pass */
  batches(): AsyncIterable<readonly StoredRecord[]>;
}

/** A picture of a log at one moment; writers go on meanwhile. */
export interface LogSnapshot extends RecordsSource {
  /** Number of the oldest record; null when there is none. */
  readonly first: number | null;
  close(): void;
}

/** Records between two looks at the event loop. */
const batchSize = 250;
const noBytes = new Uint8Array();

/** SQLite's own structure is broken, or the file is no log of ours. */
function isForeign(thrown: unknown): boolean {
  return (
    thrown instanceof SQLite.SqliteError &&
    (/^SQLITE_(CORRUPT|NOTADB)/.test(thrown.code) || /^no such (table|column)/.test(thrown.message))
  );
}

/**
 * Takes a picture of an existing log.
 * @returns null when the file is no log at all
 * @throws not_private
 */
export function snapshotOf(file: string): LogSnapshot | null {
  const connection = openPrivate(file, { timeout: 5000 });
  // A row with a number below 1 was never ours; it must not be passed over.
  const start = Number.MIN_SAFE_INTEGER;
  try {
    connection.exec('BEGIN');
    const read = recordsReader(connection);
    const readAfter = (after: number): StoredRecord[] => {
      try {
        return read(after, batchSize);
      } catch (error) {
        if (!isForeign(error)) throw error;
        return [{ place: Math.max(after, 0) + 1, header: noBytes, sealed: noBytes, hash: noBytes }];
      }
    };
    // The picture is taken by the first read, not by BEGIN.
    const first = read(start, 1)[0]?.place ?? null;
    return {
      first,
      async *batches() {
        for (let after = start; ; ) {
          const records = readAfter(after);
          yield records;
          const last = records.at(-1);
          if (last === undefined || last.header.length === 0) return;
          after = last.place;
          await setImmediate();
        }
      },
      close: () => connection.close(),
    };
  } catch (error) {
    connection.close();
    if (isForeign(error)) return null;
    throw error;
  }
}
