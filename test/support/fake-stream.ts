import { Emitter } from '../../src-main/base/emitter.ts';
import type { PaneSnapshot, SessionStream } from '../../src-main/tmux/tmux.ts';

/** A session's stream that a test plays: it prints, answers snapshots when told to, and notes what was asked. */
export class FakeStream implements SessionStream {
  readonly output = new Emitter<Uint8Array>();
  readonly paused = new Emitter<void>();
  readonly resized = new Emitter<{ columns: number; rows: number }>();
  readonly ended = new Emitter<void>();
  readonly asked: string[] = [];
  readonly #waiting: { resolve: (snapshot: PaneSnapshot) => void; reject: (error: unknown) => void }[] = [];

  print(text: string | Uint8Array): void {
    this.output.emit(Buffer.from(text));
  }

  /** Answers the oldest snapshot that waits, with `text` in its first row. */
  async answer(text: string, more: Partial<PaneSnapshot> = {}): Promise<void> {
    this.#waiting.shift()?.resolve({
      ...{ styled: [text], cursor: { column: 0, row: 0, visible: true }, columns: 20, rows: 1, title: '' },
      ...{
        alternate: false,
        main: null,
        region: { top: 0, bottom: 0 },
        origin: false,
        insert: false,
        wrap: true,
      },
      unfinished: new Uint8Array(),
      ...more,
    });
    await settled();
  }

  end(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('ended'));
    this.ended.emit();
  }

  pause(): Promise<void> {
    this.asked.push('pause');
    return Promise.resolve();
  }

  resume(): Promise<void> {
    this.asked.push('resume');
    return Promise.resolve();
  }

  snapshot(): Promise<PaneSnapshot> {
    this.asked.push('snapshot');
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  dispose(): Promise<void> {
    this.asked.push('dispose');
    return Promise.resolve();
  }
}

/** Resolves when all that follows at once has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
