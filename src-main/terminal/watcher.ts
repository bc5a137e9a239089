import { Backlog } from './backlog.ts';
import type { ViewerSink } from './viewer.ts';

/**
 * One viewer as its feed sees it.
 * `waiting`: for a picture. `live`: gets what comes. `behind`: gets nothing until it has drawn what it has.
 */
export class Watcher {
  readonly #sink: ViewerSink;
  readonly #backlog = new Backlog();
  #state: 'waiting' | 'live' | 'behind' | 'gone' = 'waiting';
  #skipped = 0;

  constructor(sink: ViewerSink) {
    this.#sink = sink;
  }

  get wantsPicture(): boolean {
    return this.#state === 'waiting';
  }

  get isBehind(): boolean {
    return this.#state === 'behind';
  }

  /**
   * What the viewer shows is no longer right. One that is behind gets its picture when it has caught up.
   * @param skipped bytes that are known to be left out
   */
  wantPicture(skipped: number): void {
    this.#skipped += skipped;
    if (this.#state === 'live') this.#state = 'waiting';
  }

  output(sequence: number, data: Uint8Array): void {
    if (this.#state === 'live' && this.#backlog.isFull) this.#state = 'behind';
    if (this.#state === 'behind') this.#skipped += data.length;
    if (this.#state !== 'live') return;
    this.#backlog.output(sequence, data.length);
    this.#sink.output({ sequence, data });
  }

  picture(sequence: number, columns: number, rows: number, data: Uint8Array): void {
    if (this.#state !== 'waiting') return;
    const skipped = this.#skipped;
    this.#state = 'live';
    this.#skipped = 0;
    this.#backlog.picture(sequence);
    this.#sink.snapshot({ sequence, columns, rows, data, skipped });
  }

  /** @returns true when a viewer that was behind has caught up and waits for a picture now. */
  drawn(sequence: number): boolean {
    this.#backlog.drawn(sequence);
    if (this.#state !== 'behind' || !this.#backlog.isEmpty) return false;
    this.#state = 'waiting';
    return true;
  }

  ended(): void {
    if (this.#state === 'gone') return;
    this.#state = 'gone';
    this.#sink.ended();
  }

  /** Nothing is sent any more. */
  leave(): void {
    this.#state = 'gone';
  }
}
