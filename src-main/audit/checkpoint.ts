import type { Clock } from '../base/clock.ts';
import type { Head } from './head.ts';

/** Milliseconds between two checkpoints while entries come in. */
const interval = 60_000;

/**
 * A second place for the head, such as the OS keychain. It lags behind on purpose (a keyring takes milliseconds and
 * may be locked), so it is a lower bound: it shows when log and anchor were both put back to an older state.
 */
export interface CheckpointStore {
  /** Name of the place for people. */
  readonly place: string;
  /** Null when none was kept yet. @throws keyring_absent, keyring_locked, key_empty */
  read(): Promise<Head | null>;
  /** @throws keyring_absent, keyring_locked */
  write(head: Head): Promise<void>;
}

/** Writes checkpoints at the first entry, once a minute while entries come in, and at the end. */
export class CheckpointKeeper {
  readonly #store: CheckpointStore;
  readonly #clock: Clock;
  readonly #failed: (error: unknown) => void;
  #writtenAt: number | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: CheckpointStore, clock: Clock, failed: (error: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#failed = failed;
  }

  note(head: Head): void {
    const now = this.#clock.elapsed();
    if (this.#writtenAt !== null && now - this.#writtenAt < interval) return;
    this.#writtenAt = now;
    this.#write(head);
  }

  /** Writes the last head, unless nothing was ever noted. */
  async close(head: Head): Promise<void> {
    if (this.#writtenAt !== null) this.#write(head);
    await this.#writing;
  }

  #write(head: Head): void {
    this.#writing = this.#writing.then(() => this.#store.write(head)).catch(this.#failed);
  }
}
