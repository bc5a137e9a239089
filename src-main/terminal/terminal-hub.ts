import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { BackboneError } from '../base/errors.ts';
import { KeyedLock } from '../base/keyed-lock.ts';
import type { Logger } from '../base/logger.ts';
import type { Tmux } from '../tmux/tmux.ts';
import { Feed } from './feed.ts';
import type { Viewer, ViewerSink } from './viewer.ts';

export interface TerminalHubOptions {
  readonly tmux: Pick<Tmux, 'stream'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** All terminals on screen. A session has one stream, however many viewers it has, and none without a viewer. */
export class TerminalHub implements Disposable {
  readonly #options: TerminalHubOptions;
  readonly #feeds = new Map<string, Feed>();
  readonly #lock = new KeyedLock();
  #disposed = false;

  constructor(options: TerminalHubOptions) {
    this.#options = options;
  }

  /** Number of sessions that are being watched. */
  get watched(): number {
    return this.#feeds.size;
  }

  /**
   * Begins to watch a session. The first picture comes to `sink` soon after.
   * @throws tmux_failed when there is no such session.
   */
  join(session: string, sink: ViewerSink): Promise<Viewer> {
    return this.#lock.run(session, async () => {
      if (this.#disposed) throw new BackboneError('tmux_failed', 'Backbone is ending.');
      const feed = this.#feeds.get(session) ?? (await this.#open(session));
      const viewer = feed.add(sink);
      return {
        drawn: (sequence) => viewer.drawn(sequence),
        leave: () => {
          viewer.leave();
          void this.#release(session);
        },
      };
    });
  }

  /** Ends all streams. Viewers hear nothing of it. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    await Promise.all(
      [...this.#feeds.keys()].map((session) => this.#lock.run(session, () => this.#close(session))),
    );
  }

  async #open(session: string): Promise<Feed> {
    const { tmux, clock, logger } = this.#options;
    const feed: Feed = new Feed(await tmux.stream(session), {
      clock,
      reopen: () => tmux.stream(session),
      onEnded: () => {
        if (this.#feeds.get(session) === feed) this.#feeds.delete(session);
        feed.dispose().catch((error: unknown) => logger.failure('terminal.close', error));
      },
      onFailure: (error) => logger.failure('terminal.stream', error),
    });
    this.#feeds.set(session, feed);
    return feed;
  }

  /** Ends the stream unless someone has joined meanwhile. */
  async #release(session: string): Promise<void> {
    await this.#lock.run(session, async () => {
      if (this.#feeds.get(session)?.isEmpty === true) await this.#close(session);
    });
  }

  async #close(session: string): Promise<void> {
    const feed = this.#feeds.get(session);
    this.#feeds.delete(session);
    try {
      await feed?.dispose();
    } catch (error) {
      this.#options.logger.failure('terminal.close', error);
    }
  }
}
