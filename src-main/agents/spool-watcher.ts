import { type FSWatcher, lstatSync, readdirSync, rmSync, watch } from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../base/disposable.ts';
import { BackboneError, systemCodeOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { readPrivateFile } from '../base/private-files.ts';
import { parseSpoolRecord, type SpoolRecord } from '../runtimes/spool-record.ts';

/** Events that are read in one go; more wait for the next turn, so that a flood does not hold everything up. */
const batch = 200;

/** Bytes of an event that is read: `hooks/report` keeps no more of one. */
const largest = 1_048_576;

/** A hook takes milliseconds to write its file. */
const abandonedAfter = 60_000;

/** Reads what hooks drop into the spool, in order of time, hands each on and removes it. */
export class SpoolWatcher implements Disposable {
  readonly #folder: string;
  readonly #take: (record: SpoolRecord) => void;
  readonly #logger: Logger;
  readonly #watcher: FSWatcher;
  #scheduled = false;
  #disposed = false;

  /** @param take hears each event once; what it throws is logged and the event is gone */
  constructor(folder: string, take: (record: SpoolRecord) => void, logger: Logger) {
    this.#folder = folder;
    this.#take = take;
    this.#logger = logger;
    this.#sweep();
    this.#watcher = watch(folder, () => this.#schedule());
    this.#watcher.on('error', (error) => logger.failure('spool.watch', error));
    this.#schedule();
  }

  dispose(): void {
    this.#disposed = true;
    this.#watcher.close();
  }

  #schedule(): void {
    if (this.#scheduled || this.#disposed) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#disposed) return;
      try {
        this.#drain();
      } catch (error) {
        this.#logger.failure('spool.read', error);
      }
    });
  }

  #drain(): void {
    const waiting = this.#waiting();
    for (const { file, at, size } of waiting.slice(0, batch)) {
      try {
        // What is larger is of nobody that we know, and is not worth the daemon's memory.
        const content = size > largest ? null : readPrivateFile(file);
        rmSync(file, { force: true });
        const record = content === null ? null : parseSpoolRecord(path.basename(file), content, at);
        if (record !== null) this.#take(record);
      } catch (error) {
        this.#logger.failure('spool.read', error);
        this.#discard(file, error);
      }
    }
    if (waiting.length > batch) this.#schedule();
  }

  /** Takes away what hooks that were killed left half-written. One that still writes is younger. */
  #sweep(): void {
    for (const name of readdirSync(this.#folder)) {
      const file = path.join(this.#folder, name);
      const found = lstatSync(file, { throwIfNoEntry: false });
      if (name.startsWith('.') && found !== undefined && Date.now() - found.mtimeMs > abandonedAfter)
        rmSync(file, { force: true, recursive: true });
    }
  }

  /** Finished files, oldest first. Names that begin with a dot are still being written. */
  #waiting(): { file: string; at: number; size: bigint }[] {
    const found: { file: string; at: number; size: bigint; order: bigint }[] = [];
    for (const name of readdirSync(this.#folder)) {
      if (name.startsWith('.')) continue;
      const file = path.join(this.#folder, name);
      try {
        const { mtimeNs, mtimeMs, size } = lstatSync(file, { bigint: true });
        found.push({ file, at: Number(mtimeMs), size, order: mtimeNs });
      } catch (error) {
        if (systemCodeOf(error) !== 'ENOENT') throw error;
      }
    }
    return found.sort((left, right) => {
      if (left.order !== right.order) return left.order < right.order ? -1 : 1;
      // The clock of files stands still for milliseconds; the numbers of the hooks' processes tell then.
      return left.file.localeCompare(right.file, 'en', { numeric: true });
    });
  }

  /** What is no private file of ours is taken out of the way, so that it is not met again at every event. */
  #discard(file: string, error: unknown): void {
    if (error instanceof BackboneError && error.code === 'not_private')
      rmSync(file, { force: true, recursive: true });
  }
}
