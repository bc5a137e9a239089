import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import type { SessionStream } from '../tmux/tmux.ts';
import { Batcher } from './batcher.ts';
import { paint } from './paint.ts';
import { Sanitiser } from './sanitise.ts';
import type { Viewer, ViewerSink } from './viewer.ts';
import { Watcher } from './watcher.ts';

/** Rows of scrollback in a picture: a long answer of an agent, at most about a megabyte. */
const historyRows = 5_000;

export interface FeedOptions {
  readonly clock: Clock;
  /** Opens the session's stream once more after it ended; rejects when the session is gone. */
  readonly reopen: () => Promise<SessionStream>;
  /** Hears once that nothing more will come, after all viewers did. */
  readonly onEnded: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** The bytes of one session on their way to all its viewers. */
export class Feed implements Disposable {
  readonly #options: FeedOptions;
  readonly #watchers = new Set<Watcher>();
  readonly #batcher: Batcher;
  /** Null while it is opened again, and after the end. */
  #stream: SessionStream | null = null;
  #sanitiser = new Sanitiser();
  #sequence = 0;
  /** How often output was lost, and after which loss `#sanitiser` began: only then does it know where it stands. */
  #losses = 1;
  #sanitised = 0;
  /** tmux sends nothing: we asked so because nobody keeps up, or it found us slow itself. */
  #stopped = false;
  #painting = false;
  /** The present stream has given a picture. */
  #proven = false;
  #over = false;

  /** Takes over `stream`. */
  constructor(stream: SessionStream, options: FeedOptions) {
    this.#options = options;
    this.#batcher = new Batcher((data) => this.#send(data));
    this.#attach(stream);
  }

  get isEmpty(): boolean {
    return this.#watchers.size === 0;
  }

  /** Adds a viewer, which gets a picture first. */
  add(sink: ViewerSink): Viewer {
    const watcher = new Watcher(sink);
    this.#watchers.add(watcher);
    this.#paint();
    return {
      drawn: (sequence) => {
        if (watcher.drawn(sequence)) this.#paint();
      },
      leave: () => {
        watcher.leave();
        this.#watchers.delete(watcher);
        this.#stopWhenNobodyKeepsUp();
      },
    };
  }

  /** Ends the stream; viewers hear nothing of it. */
  async dispose(): Promise<void> {
    this.#over = true;
    this.#batcher.clear();
    const stream = this.#stream;
    this.#stream = null;
    await stream?.dispose();
  }

  #attach(stream: SessionStream): void {
    this.#stream = stream;
    this.#stopped = false;
    this.#proven = false;
    stream.output.on((bytes) => this.#hear(bytes));
    stream.paused.on(() => {
      this.#stopped = true;
      // How much is lost cannot be known; that something is, can.
      this.#repaintAll(1);
    });
    stream.resized.on(() => this.#repaintAll(0));
    stream.ended.on(() => {
      if (!this.#over) void this.#reopen();
    });
  }

  /** A stream also ends when someone detaches our client. The session goes on then, and so do its viewers. */
  async #reopen(): Promise<void> {
    this.#batcher.flush();
    this.#stream = null;
    if (!this.#proven) {
      this.#end();
      return;
    }
    try {
      const stream = await this.#options.reopen();
      if (this.#over) await stream.dispose();
      else this.#attach(stream);
    } catch {
      this.#end();
    }
    this.#repaintAll(1);
  }

  #hear(bytes: Uint8Array): void {
    // Bytes between a loss and the next picture are in that picture.
    if (this.#sanitised !== this.#losses) return;
    this.#batcher.push(this.#sanitiser.push(bytes, this.#options.clock.elapsed()));
  }

  #send(data: Uint8Array): void {
    this.#sequence += 1;
    for (const watcher of this.#watchers) watcher.output(this.#sequence, data);
    this.#stopWhenNobodyKeepsUp();
  }

  #stopWhenNobodyKeepsUp(): void {
    const stream = this.#stream;
    if (this.#stopped || stream === null || this.isEmpty) return;
    if (![...this.#watchers].every((watcher) => watcher.isBehind)) return;
    this.#stopped = true;
    stream.pause().catch((error: unknown) => this.#fail(stream, error));
  }

  #repaintAll(skipped: number): void {
    this.#losses += 1;
    for (const watcher of this.#watchers) watcher.wantPicture(skipped);
    this.#paint();
  }

  #paint(): void {
    const stream = this.#stream;
    if (this.#painting || stream === null) return;
    this.#painting = true;
    this.#paintWaiting(stream).catch((error: unknown) => this.#fail(stream, error));
  }

  /** Draws pictures until nobody waits for one. */
  async #paintWaiting(stream: SessionStream): Promise<void> {
    try {
      while (stream === this.#stream) {
        const waiting = [...this.#watchers].filter((watcher) => watcher.wantsPicture);
        if (waiting.length === 0) return;
        if (this.#stopped) {
          this.#stopped = false;
          this.#losses += 1;
          await stream.resume();
        }
        await this.#paintOnce(stream, waiting);
      }
    } finally {
      this.#painting = false;
    }
  }

  async #paintOnce(stream: SessionStream, waiting: readonly Watcher[]): Promise<void> {
    const losses = this.#losses;
    const pane = await stream.snapshot(historyRows);
    this.#proven = true;
    // Already out of date; those who wait get the next one.
    if (losses !== this.#losses) return;
    // What was gathered is in the picture, and the other viewers have not got it yet.
    this.#batcher.flush();
    if (this.#sanitised !== losses) {
      this.#sanitised = losses;
      this.#sanitiser = new Sanitiser();
      this.#sanitiser.push(pane.unfinished, this.#options.clock.elapsed());
    }
    const data = paint(pane);
    this.#sequence += 1;
    for (const watcher of waiting) watcher.picture(this.#sequence, pane.columns, pane.rows, data);
  }

  #fail(stream: SessionStream, error: unknown): void {
    // A stream that ended says so itself, and everything asked of it fails.
    if (stream !== this.#stream) return;
    this.#options.onFailure(error);
    this.#end();
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#batcher.flush();
    this.#batcher.clear();
    for (const watcher of this.#watchers) watcher.ended();
    this.#options.onEnded();
  }
}
