import type { WebContents } from 'electron';
import { channels } from '../../src-preload/channels.ts';
import type { Disposable } from '../base/disposable.ts';
import { BackboneError } from '../base/errors.ts';
import type { TerminalEvent, TerminalEventName } from '../contract/events.ts';
import type { Viewer, ViewerSink } from '../terminal/viewer.ts';
import type { Core } from './core.ts';

/** A page shows at most this many terminals at once; the panel's grid holds far fewer. */
const maximumViewers = 64;
const maximumSubscriptions = 16;

/** One terminal that the page watches. */
interface Watch {
  /** Null while the core is still opening it. */
  viewer: Viewer | null;
  /** What the page drew before it was open; null when nothing. */
  drawn: number | null;
}

/** What one load of the panel holds of the core: what it subscribed to and what it watches. Ends with the page. */
export class PanelSession {
  readonly #contents: WebContents;
  readonly #core: Core;
  readonly #subscriptions = new Map<string, Disposable>();
  readonly #viewers = new Map<string, Watch>();

  constructor(contents: WebContents, core: Core) {
    this.#contents = contents;
    this.#core = core;
  }

  subscribe(id: string): void {
    makeRoom(this.#subscriptions, id, maximumSubscriptions);
    this.#subscriptions.set(
      id,
      this.#core.fleet((message) => {
        this.#send(channels.fleet, id, message);
      }),
    );
  }

  unsubscribe(id: string): void {
    void this.#subscriptions.get(id)?.dispose();
    this.#subscriptions.delete(id);
  }

  join(viewer: string, name: string): void {
    makeRoom(this.#viewers, viewer, maximumViewers);
    const watch: Watch = { viewer: null, drawn: null };
    this.#viewers.set(viewer, watch);
    this.#core.terminal(name, this.#sinkFor(viewer)).then(
      (opened) => {
        watch.viewer = opened;
        // The page may have left, or drawn the first picture, while the terminal was being opened.
        if (this.#viewers.get(viewer) !== watch) opened.leave();
        else if (watch.drawn !== null) opened.drawn(watch.drawn);
      },
      (error: unknown) => {
        this.#end(viewer, reasonOf(error));
      },
    );
  }

  drawn(viewer: string, sequence: number): void {
    const watch = this.#viewers.get(viewer);
    if (watch === undefined) return;
    if (watch.viewer === null) watch.drawn = sequence;
    else watch.viewer.drawn(sequence);
  }

  leave(viewer: string): void {
    this.#viewers.get(viewer)?.viewer?.leave();
    this.#viewers.delete(viewer);
  }

  /** Lets go of everything; nothing is sent any more. */
  end(): void {
    for (const id of [...this.#subscriptions.keys()]) this.unsubscribe(id);
    for (const viewer of [...this.#viewers.keys()]) this.leave(viewer);
  }

  #sinkFor(viewer: string): ViewerSink {
    return {
      snapshot: (picture) => {
        // A picture of a daemon elsewhere carries that connection's own name for the viewer.
        this.#tell('terminal.snapshot', { ...picture, viewer, data: copyOf(picture.data) });
      },
      output: (piece) => {
        this.#tell('terminal.output', { viewer, sequence: piece.sequence, data: copyOf(piece.data) });
      },
      ended: () => {
        this.#end(viewer, 'offline');
      },
    };
  }

  #end(viewer: string, reason: TerminalEvent<'terminal.ended'>['reason']): void {
    this.#tell('terminal.ended', { viewer, reason });
    this.#viewers.delete(viewer);
  }

  #tell<N extends TerminalEventName>(event: N, data: TerminalEvent<N>): void {
    if (this.#viewers.has(data.viewer)) this.#send(channels.terminal, data.viewer, { event, data });
  }

  #send(channel: string, id: string, message: unknown): void {
    if (!this.#contents.isDestroyed()) this.#contents.send(channel, id, message);
  }
}

/** @throws invalid_input when the id is in use or there are too many */
function makeRoom(held: ReadonlyMap<string, unknown>, id: string, maximum: number): void {
  if (held.has(id)) throw new BackboneError('invalid_input', 'That id is in use.');
  if (held.size >= maximum) throw new BackboneError('invalid_input', 'The panel watches too much at once.');
}

/** A view may be a part of a larger pool of bytes, and all of the pool would be sent. */
function copyOf(data: Uint8Array): Uint8Array {
  return new Uint8Array(data);
}

function reasonOf(error: unknown): TerminalEvent<'terminal.ended'>['reason'] {
  if (error instanceof BackboneError && error.code === 'not_found') return 'not_found';
  if (error instanceof BackboneError && error.code === 'agent_offline') return 'offline';
  return 'failed';
}
