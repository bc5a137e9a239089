import { type Connection } from '../storage/connection.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { type Head } from './head.ts';
import { hashLength, headerLength, type StoredRecord } from './record.ts';

/**
 * Append only: a record can be added at the end and nowhere else, none can be changed, and only whole segments
 * before `kept_from` can be taken away. The triggers keep our own mistakes out; the chain shows everyone else's.
 */
const schema = `
  CREATE TABLE records (
    number INTEGER PRIMARY KEY,
    header BLOB NOT NULL CHECK (length(header) = ${headerLength}),
    sealed BLOB NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = ${hashLength})
  ) STRICT;
  CREATE TABLE retention (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    kept_from INTEGER NOT NULL
  ) STRICT;
  INSERT INTO retention VALUES (1, 1);
  CREATE TRIGGER records_at_the_end BEFORE INSERT ON records
    WHEN NEW.number <> coalesce((SELECT max(number) FROM records), 0) + 1
    BEGIN SELECT RAISE(ABORT, 'A record can only be added at the end.'); END;
  CREATE TRIGGER records_stay_as_they_are BEFORE UPDATE ON records
    BEGIN SELECT RAISE(ABORT, 'A record cannot be changed.'); END;
  CREATE TRIGGER records_stay BEFORE DELETE ON records
    WHEN OLD.number >= (SELECT kept_from FROM retention)
    BEGIN SELECT RAISE(ABORT, 'A record cannot be taken away.'); END;
  CREATE TRIGGER retention_goes_forward BEFORE UPDATE ON retention
    WHEN NEW.kept_from < OLD.kept_from OR NEW.kept_from > (SELECT max(number) FROM records)
    BEGIN SELECT RAISE(ABORT, 'Retention only goes forward, and not past the end.'); END;
  CREATE TRIGGER retention_stays BEFORE DELETE ON retention
    BEGIN SELECT RAISE(ABORT, 'Retention cannot be taken away.'); END;
`;

/** Several processes write in short transactions: milliseconds between two tries for the lock. */
export const sharedPause = 4;

/** Opens the log's file (0600), made when missing. @throws not_private, storage_busy, storage_failed */
export function openLogFile(file: string): Promise<Database> {
  return openDatabase(file, { migrations: [schema], pause: sharedPause, marker: 'records' });
}

const noBytes = new Uint8Array();

/**
 * All three pieces in one, since each blob that crosses into JavaScript costs more than hashing it. Their lengths
 * come along: of a file that someone has changed, none is certain.
 */
const columns = `SELECT number, octet_length(header), octet_length(hash),
  CAST(header || sealed || hash AS BLOB) FROM records`;

/** A row as it stands. Checked by hand, not with zod, because a verification reads millions; what is no bytes becomes none. */
function storedRecord(row: unknown): StoredRecord {
  const pieces: readonly unknown[] = Array.isArray(row) ? row : [];
  const [number, headerBytes, hashBytes, bytes] = pieces;
  const place = typeof number === 'number' ? number : 0;
  if (typeof headerBytes !== 'number' || typeof hashBytes !== 'number' || !(bytes instanceof Uint8Array)) {
    return { place, header: noBytes, sealed: noBytes, hash: noBytes };
  }
  const sealedEnd = bytes.length - hashBytes;
  return {
    place,
    header: bytes.subarray(0, headerBytes),
    sealed: bytes.subarray(headerBytes, sealedEnd),
    hash: bytes.subarray(sealedEnd),
  };
}

/** A function that reads up to `limit` records with a number above `after`, oldest first. */
export function recordsReader(connection: Connection): (after: number, limit: number) => StoredRecord[] {
  const statement = connection.prepare(`${columns} WHERE number > ? ORDER BY number LIMIT ?`).raw();
  return (after, limit) => statement.all(after, limit).map(storedRecord);
}

/** Up to `limit` records with a number above `after`, oldest first. */
export function recordsAfter(connection: Connection, after: number, limit: number): StoredRecord[] {
  return recordsReader(connection)(after, limit);
}

/** Up to `limit` records with a number below `before`, newest first. */
export function recordsBefore(connection: Connection, before: number, limit: number): StoredRecord[] {
  const statement = connection.prepare(`${columns} WHERE number < ? ORDER BY number DESC LIMIT ?`).raw();
  return statement.all(before, limit).map(storedRecord);
}

/** Null when there is no record of that number. */
export function recordAt(connection: Connection, number: number): StoredRecord | null {
  const row = connection.prepare(`${columns} WHERE number = ?`).raw().get(number);
  return row === undefined ? null : storedRecord(row);
}

/** The newest record; null when there is none. */
export function lastRecord(connection: Connection): StoredRecord | null {
  const row = connection.prepare(`${columns} ORDER BY number DESC LIMIT 1`).raw().get();
  return row === undefined ? null : storedRecord(row);
}

/** A function that adds a record at the end. */
export function recordAdder(connection: Connection): (record: StoredRecord) => void {
  const statement = connection.prepare('INSERT INTO records VALUES (?, ?, ?, ?)');
  return ({ place, header, sealed, hash }) => void statement.run(place, header, sealed, hash);
}

/** The record from which on nothing may be taken away. */
export function keptFrom(connection: Connection): number {
  return Number(connection.prepare('SELECT kept_from FROM retention').pluck().get());
}

/** True when the record of the head's number is there with the head's hash, or the head is before all records. */
export function holds(connection: Connection, head: Head): boolean {
  if (head.number === 0) return true;
  const found = recordAt(connection, head.number);
  return found !== null && Buffer.compare(found.hash, head.hash) === 0;
}
