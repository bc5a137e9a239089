import { statSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { BackboneError } from '../base/errors.ts';
import type { AuditEntry } from '../contract/audit.ts';
import type { Database } from '../storage/database.ts';
import { type Anchor, requireHead } from './anchor.ts';
import { CheckpointKeeper, type CheckpointStore } from './checkpoint.ts';
import { checkEnd, checkPresence, damagedError } from './end-check.ts';
import { encodeEntry } from './entry.ts';
import type { Head } from './head.ts';
import { openLogFile } from './log-file.ts';
import { hex } from './record.ts';
import { recordFailed } from './record-failed.ts';
import { isDue, newSegment, type Rotation, type Segment, usualRotation } from './segment.ts';
import { type ClosedPart, closedPart, trimPart } from './trim.ts';
import { type Pending, type WrittenGroup, writeGroup } from './write-group.ts';

/** Most entries that share one transaction. */
const largestGroup = 500;

export type { AuditEntry };

/** Where an entry stands. */
export interface Appended {
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
}

export interface AuditLog {
  /**
   * Records one act. Resolves once the entry and the head that proves it are on disk; entries handed over at the
   * same time share one write. Numbers follow the order of the calls.
   * @throws record_failed: the act it should come before must not happen
   */
  append(entry: AuditEntry): Promise<Appended>;
  /**
   * The oldest segments whose every entry is older than `before` (epoch milliseconds) and that nobody adds to.
   * Null when there are none. @throws storage_busy, storage_failed
   */
  closed(before: number): Promise<ClosedPart | null>;
  /**
   * Takes such segments away, as a whole, and records that first.
   * @param by whose act it is, and further details such as the archive that holds them now
   * @returns the number of the oldest record that stays
   * @throws nothing_closed when they are no such segments any more; record_failed, storage_busy, storage_failed
   */
  trim(part: ClosedPart, by: Pick<AuditEntry, 'actor' | 'details'>): Promise<number>;
  /** Waits for what was handed over, then closes. The anchor stays open: it belongs to who opened it. */
  close(): Promise<void>;
}

export interface AuditLogOptions {
  readonly file: string;
  /** Age recipient (`age1…`) of this machine. */
  readonly recipient: string;
  readonly anchor: Anchor;
  readonly clock: Clock;
  /** Takes secrets out of every text. */
  readonly redact?: (text: string) => string;
  readonly rotation?: Rotation;
  /** A second place for the head, out of reach of who can write the files; null when there is none. */
  readonly checkpoint?: CheckpointStore | null;
  /** Hears that the second place could not be written. The entries themselves are safe. */
  readonly onCheckpointFailed?: (error: unknown) => void;
}

interface Waiting extends Pending {
  readonly done: (appended: Appended) => void;
  readonly failed: (error: BackboneError) => void;
}

class SealedLog implements AuditLog {
  readonly #database: Database;
  readonly #options: AuditLogOptions;
  readonly #inode: number;
  readonly #checkpoints: CheckpointKeeper | null;
  #known: Head;
  #segment: Segment | null = null;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;
  #closed = false;

  constructor(database: Database, options: AuditLogOptions, known: Head) {
    this.#database = database;
    this.#options = options;
    this.#known = known;
    this.#inode = statSync(options.file).ino;
    const { checkpoint = null, onCheckpointFailed = () => undefined, clock } = options;
    this.#checkpoints =
      checkpoint === null ? null : new CheckpointKeeper(checkpoint, clock, onCheckpointFailed);
  }

  async append(entry: AuditEntry): Promise<Appended> {
    const plain = encodeEntry(entry, this.#options.redact ?? ((text) => text));
    if (this.#closed) throw recordFailed(new BackboneError('storage_failed', 'The audit log is closed.'));
    const at = this.#options.clock.now();
    return new Promise((done, failed) => {
      this.#waiting.push({ plain, at, done, failed });
      this.#writing ??= this.#writeAll();
    });
  }

  closed(before: number): Promise<ClosedPart | null> {
    return closedPart(this.#database, before);
  }

  trim(part: ClosedPart, { actor, details }: Pick<AuditEntry, 'actor' | 'details'>): Promise<number> {
    return trimPart(this.#database, this.#options.anchor, part, (facts) =>
      this.append({
        kind: 'audit.trimmed',
        actor,
        agent: null,
        launch: null,
        details: { ...facts, ...details },
      }),
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
    await this.#checkpoints?.close(this.#known);
    await this.#database.dispose();
  }

  async #writeAll(): Promise<void> {
    // Lets everyone who records in this turn of the event loop into the first group.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, largestGroup);
      try {
        const { written } = await this.#write(group);
        group.forEach(({ done }, index) => {
          const place = written[index];
          if (place !== undefined) done({ number: place.number, hash: hex(place.hash) });
        });
      } catch (error) {
        const failure = recordFailed(error);
        for (const { failed } of group) failed(failure);
      }
    }
    this.#writing = null;
  }

  async #write(group: readonly Waiting[]): Promise<WrittenGroup> {
    for (;;) {
      const segment = await this.#usableSegment();
      const result = await this.#database.write((connection) =>
        writeGroup(connection, this.#known, segment, group),
      );
      if (result === null) {
        this.#segment = null;
        continue;
      }
      segment.number = result.segment;
      segment.entries += group.length;
      this.#known = result.head;
      this.#assertInPlace();
      // Only now: an anchor ahead of the log would make a crash look like damage.
      await this.#options.anchor.advance(result.head);
      this.#checkpoints?.note(result.head);
      return result;
    }
  }

  async #usableSegment(): Promise<Segment> {
    const { rotation = usualRotation, clock, recipient } = this.#options;
    if (this.#segment !== null && !isDue(this.#segment, rotation, clock)) return this.#segment;
    this.#segment = await newSegment(recipient, clock);
    return this.#segment;
  }

  /** Entries written into a file that was moved away would be lost without a word. */
  #assertInPlace(): void {
    if (statSync(this.#options.file, { throwIfNoEntry: false })?.ino !== this.#inode) {
      throw new BackboneError(
        'audit_damaged',
        `${this.#options.file} was moved or replaced while it was in use. Put it back and restart Backbone.`,
      );
    }
  }
}

/**
 * Opens the log for writing, made when missing, and begins a segment with the first entry. Only the public half of
 * the machine's identity is needed.
 * @throws audit_damaged when the end is not where the anchor says; not_private, storage_busy, storage_failed
 */
export async function openAuditLog(options: AuditLogOptions): Promise<AuditLog> {
  const head = requireHead(options.anchor.read());
  const gone = checkPresence(options.file, head);
  if (gone !== null) throw damagedError(gone);
  const database = await openLogFile(options.file);
  try {
    const damage = database.read((connection) => checkEnd(connection, head));
    if (damage !== null) throw damagedError(damage);
    return new SealedLog(database, options, head);
  } catch (error) {
    await database.dispose();
    throw error;
  }
}
