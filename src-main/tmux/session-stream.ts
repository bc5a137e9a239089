import { Emitter } from '../base/emitter.ts';
import { BackboneError } from '../base/errors.ts';
import type { ControlClient } from './control-client.ts';
import { lengthPrefixed, readLengthPrefixed } from './netstrings.ts';
import { readSnapshot, snapshotCommands } from './pane-snapshot.ts';
import type { PaneSnapshot, SessionStream } from './tmux.ts';

/** Notices after which the active pane may be another one, or have another size. */
const layoutNotices = new Set(['layout-change', 'window-pane-changed', 'session-window-changed']);
const shape = lengthPrefixed(['pane_id', 'pane_width', 'pane_height']);

interface Shape {
  readonly pane: string;
  readonly columns: number;
  readonly rows: number;
}

async function askShape(client: ControlClient, name: string): Promise<Shape> {
  const [lines] = await client.run([['display-message', '-p', '-t', `=${name}:`, shape]]);
  const [pane = '', columns, rows] = readLengthPrefixed(lines?.[0] ?? new Uint8Array(), 3)?.[0] ?? [];
  // A client that could not attach may still answer before it ends, with nothing in each value.
  if (pane === '') throw new BackboneError('tmux_failed', `tmux has no session "${name}" to watch.`);
  return { pane, columns: Number(columns), rows: Number(rows) };
}

/** The stream of a session's active pane, over a client that is attached to that session. */
export class ControlStream implements SessionStream {
  readonly output = new Emitter<Uint8Array>();
  readonly paused = new Emitter<void>();
  readonly resized = new Emitter<{ columns: number; rows: number }>();
  readonly ended = new Emitter<void>();
  readonly #client: ControlClient;
  readonly #name: string;
  #shape: Shape;
  #asking = false;
  /** How often the shape may have changed. */
  #changes = 0;

  private constructor(client: ControlClient, name: string, first: Shape) {
    this.#client = client;
    this.#name = name;
    this.#shape = first;
    client.output.on(({ pane, bytes }) => {
      if (pane === this.#shape.pane) this.output.emit(bytes);
    });
    client.notice.on(({ name: notice, text }) => {
      if (layoutNotices.has(notice)) void this.#reshape();
      else if (notice === 'pause' && Buffer.from(text).toString('latin1') === this.#shape.pane) {
        this.paused.emit();
      }
    });
    client.ended.on(() => this.ended.emit());
  }

  /**
   * Takes over `client`, which was started attached to the session `name`, and ends it when that failed.
   * @throws tmux_failed when there is no such session.
   */
  static async open(client: ControlClient, name: string): Promise<ControlStream> {
    try {
      return new ControlStream(client, name, await askShape(client, name));
    } catch (error) {
      await client.dispose();
      throw error;
    }
  }

  async pause(): Promise<void> {
    await this.#client.run([['refresh-client', '-A', `${this.#shape.pane}:pause`]]);
  }

  async resume(): Promise<void> {
    await this.#client.run([['refresh-client', '-A', `${this.#shape.pane}:continue`]]);
  }

  async snapshot(history: number): Promise<PaneSnapshot> {
    return readSnapshot(await this.#client.run(snapshotCommands(this.#shape.pane, history)));
  }

  dispose(): Promise<void> {
    return this.#client.dispose();
  }

  async #reshape(): Promise<void> {
    this.#changes += 1;
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (let seen = 0; seen !== this.#changes; ) {
        seen = this.#changes;
        this.#adopt(await askShape(this.#client, this.#name));
      }
    } catch {
      // The session went away while we asked; `ended` tells of it.
    } finally {
      this.#asking = false;
    }
  }

  #adopt(now: Shape): void {
    const before = this.#shape;
    this.#shape = now;
    if (now.pane !== before.pane || now.columns !== before.columns || now.rows !== before.rows) {
      this.resized.emit({ columns: now.columns, rows: now.rows });
    }
  }
}
