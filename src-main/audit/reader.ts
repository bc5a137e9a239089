import { existsSync } from 'node:fs';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type { Disposable } from '../base/disposable.ts';
import { BackboneError } from '../base/errors.ts';
import type { AuditRecord } from '../contract/audit.ts';
import type { AuditFilter } from '../contract/procedures/audit.ts';
import type { Database } from '../storage/database.ts';
import { Contents } from './contents.ts';
import { damageOf } from './damages.ts';
import { damagedError } from './end-check.ts';
import { decodeEntry } from './entry.ts';
import { lastRecord, openLogFile, recordAt, recordsAfter, recordsBefore } from './log-file.ts';
import { decodeHeader, type Header, hex, type StoredRecord } from './record.ts';

/** Records read between two looks at the event loop. */
const batchSize = 200;
/** Milliseconds between two looks for new entries; other processes write too, and a file tells nobody. */
const followInterval = 250;

/** Which numbers a page may hold, the ends themselves left out. */
export interface AuditRange {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** Most entries of the page. */
  readonly limit: number;
}

export interface AuditPage {
  /** Newest first. */
  readonly records: readonly AuditRecord[];
  /** `before` for the next page; null when there is nothing older. */
  readonly next: number | null;
}

/** One entry with its place in the chain. */
export interface AuditReceipt {
  readonly record: AuditRecord;
  /** Hash of the record before, hexadecimal. */
  readonly previous: string;
  /** Number of the record that opened its segment. */
  readonly segment: number;
}

/**
 * Reads entries with the machine's identity, which is asked for once, at the first entry. Every method throws
 * audit_damaged for an entry that cannot be opened (none is ever passed over), and what the identity's place throws.
 */
export interface AuditReader extends Disposable {
  list(filter: AuditFilter, range: AuditRange): Promise<AuditPage>;
  /** @throws not_found */
  show(number: number): Promise<AuditReceipt>;
  /** Entries with a number above `after` as they come, oldest first, until `signal` is aborted. */
  follow(filter: AuditFilter, after: number, signal: AbortSignal): AsyncIterable<AuditRecord>;
  /** Number of the newest record; 0 when there is none. */
  last(): number;
  /** How many records there are. */
  count(): number;
  /** The open file, for the check of its end and for an export. Belongs to the reader. */
  readonly database: Database;
  dispose(): Promise<void>;
}

function inTime({ since, until }: AuditFilter, at: number): boolean {
  return (since === undefined || at >= since) && (until === undefined || at <= until);
}

function isWanted(filter: AuditFilter, record: AuditRecord): boolean {
  const { agent, door, kind } = filter;
  return (
    (agent === undefined || record.agent?.name === agent || record.agent?.id === agent) &&
    (door === undefined || record.actor.door === door) &&
    (kind === undefined || record.kind === kind)
  );
}

class SealedReader implements AuditReader {
  readonly database: Database;
  readonly #identity: () => Promise<string>;
  #contents: Promise<Contents> | null = null;

  constructor(database: Database, identity: () => Promise<string>) {
    this.database = database;
    this.#identity = identity;
  }

  async list(filter: AuditFilter, range: AuditRange): Promise<AuditPage> {
    const records: AuditRecord[] = [];
    const { after = 0, limit } = range;
    let before = range.before ?? Number.MAX_SAFE_INTEGER;
    for (;;) {
      const batch = this.database.read((connection) => recordsBefore(connection, before, batchSize));
      for (const stored of batch) {
        if (stored.place <= after) return { records, next: null };
        if (records.length === limit) return { records, next: before };
        const record = await this.#wanted(filter, stored);
        if (record !== null) records.push(record);
        before = stored.place;
      }
      if (batch.length < batchSize) return { records, next: null };
      await setImmediate();
    }
  }

  async show(number: number): Promise<AuditReceipt> {
    const stored = this.database.read((connection) => recordAt(connection, number));
    const header = stored === null ? null : this.#header(stored);
    if (stored === null || header?.type !== 'entry') {
      throw new BackboneError(
        'not_found',
        `The audit log has no entry ${number}. Run "backbone audit list" to see the newest.`,
      );
    }
    const record = await this.#open(stored, header);
    return { record, previous: hex(header.previous), segment: header.segment };
  }

  async *follow(filter: AuditFilter, after: number, signal: AbortSignal): AsyncIterable<AuditRecord> {
    let seen = after;
    while (!signal.aborted) {
      const batch = this.database.read((connection) => recordsAfter(connection, seen, batchSize));
      for (const stored of batch) {
        const record = await this.#wanted(filter, stored);
        seen = stored.place;
        if (record !== null) yield record;
      }
      // Ends early, and quietly, when nobody listens any more.
      if (batch.length === 0) await delay(followInterval, null, { signal }).catch(() => null);
    }
  }

  last(): number {
    return this.database.read((connection) => lastRecord(connection)?.place ?? 0);
  }

  count(): number {
    // Numbers run without a gap, so both ends tell it in no time.
    const first = this.database.read((connection) => recordsAfter(connection, 0, 1)[0]?.place ?? 1);
    return this.last() - first + 1;
  }

  async dispose(): Promise<void> {
    await this.database.dispose();
  }

  /** Null when it is no entry or not a wanted one. */
  async #wanted(filter: AuditFilter, stored: StoredRecord): Promise<AuditRecord | null> {
    const header = this.#header(stored);
    if (header.type !== 'entry' || !inTime(filter, header.at)) return null;
    const record = await this.#open(stored, header);
    return isWanted(filter, record) ? record : null;
  }

  #header(stored: StoredRecord): Header {
    const header = decodeHeader(stored.header);
    if (header === null) throw damagedError(damageOf('changed', stored.place));
    return header;
  }

  async #open(stored: StoredRecord, header: Header): Promise<AuditRecord> {
    this.#contents ??= this.#identity().then((identity) => new Contents(identity));
    // A keyring that was locked may be open the next time.
    const contents = await this.#contents.catch((error: unknown) => {
      this.#contents = null;
      throw error;
    });
    if (!contents.has(header.segment)) {
      const opening = this.database.read((connection) => recordAt(connection, header.segment));
      if (opening === null || !(await contents.enter(header.segment, opening.sealed))) {
        throw damagedError(damageOf('key_mismatch', header.segment));
      }
    }
    const plain = contents.open(stored, header);
    if (plain === null) throw damagedError(damageOf('changed', stored.place));
    const entry = decodeEntry(plain);
    if (entry === null) {
      throw new BackboneError(
        'storage_failed',
        `Entry ${String(stored.place)} is of a form that this Backbone does not know. Install the newest one to read it.`,
      );
    }
    return { ...entry, number: stored.place, at: header.at, hash: hex(stored.hash) };
  }
}

/**
 * Opens the log for reading.
 * @param identity fetches the age identity of this machine
 * @throws not_initialised when there is no log yet; not_private, storage_busy, storage_failed
 */
export async function openAuditReader(file: string, identity: () => Promise<string>): Promise<AuditReader> {
  if (!existsSync(file)) {
    throw new BackboneError('not_initialised', `There is no audit log at ${file} yet. Start Backbone once.`);
  }
  return new SealedReader(await openLogFile(file), identity);
}
