import type { Namespace, Socket } from 'socket.io';
import { asBackboneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import {
  type TerminalEvent,
  type TerminalEventName,
  type TerminalRequest,
  terminalRequests,
} from '../contract/events.ts';
import type { Viewer, ViewerSink } from '../terminal/viewer.ts';
import type { OpenTerminal } from './doors.ts';
import { strayMessages } from './socket-gate.ts';

/** Most terminals that one socket may watch at once. */
const mostViewers = 32;

/** One viewer of a socket from its joining to its leave. */
interface Watch {
  /** Null while the terminal is being opened. */
  viewer: Viewer | null;
  /** The newest sequence drawn; kept for a viewer that is not there yet. */
  drawn: number;
  left: boolean;
}

/** The terminals that one client watches. */
class Watches {
  readonly #watches = new Map<string, Watch>();
  readonly #socket: Socket;
  readonly #open: OpenTerminal;
  readonly #logger: Logger;

  constructor(socket: Socket, open: OpenTerminal, logger: Logger) {
    this.#socket = socket;
    this.#open = open;
    this.#logger = logger;
  }

  #send<N extends TerminalEventName>(event: N, data: TerminalEvent<N>): void {
    this.#socket.emit(event, data);
  }

  #sink(id: string, watch: Watch): ViewerSink {
    return {
      snapshot: (picture) => {
        if (!watch.left) this.#send('terminal.snapshot', { viewer: id, ...picture });
      },
      output: (piece) => {
        if (!watch.left) this.#send('terminal.output', { viewer: id, ...piece });
      },
      ended: () => this.#end(id, watch, 'offline'),
    };
  }

  #end(id: string, watch: Watch, reason: TerminalEvent<'terminal.ended'>['reason']): void {
    if (watch.left) return;
    this.#forget(id, watch);
    this.#send('terminal.ended', { viewer: id, reason });
  }

  #forget(id: string, watch: Watch): void {
    watch.left = true;
    watch.viewer?.leave();
    if (this.#watches.get(id) === watch) this.#watches.delete(id);
  }

  join({ viewer: id, name }: TerminalRequest<'terminal.join'>): void {
    this.leave(id);
    const watch: Watch = { viewer: null, drawn: -1, left: false };
    if (this.#watches.size >= mostViewers) {
      this.#end(id, watch, 'failed');
      return;
    }
    this.#watches.set(id, watch);
    this.#open(name, this.#sink(id, watch)).then(
      (viewer) => {
        watch.viewer = viewer;
        // The client may have left, or the agent may have ended, while the terminal was opened.
        if (watch.left) viewer.leave();
        else if (watch.drawn >= 0) viewer.drawn(watch.drawn);
      },
      (thrown: unknown) => {
        const { code } = asBackboneError(thrown);
        if (code === 'not_found') this.#end(id, watch, 'not_found');
        else if (code === 'agent_offline') this.#end(id, watch, 'offline');
        else {
          this.#logger.failure('a terminal could not be opened', thrown);
          this.#end(id, watch, 'failed');
        }
      },
    );
  }

  leave(id: string): void {
    const watch = this.#watches.get(id);
    if (watch !== undefined) this.#forget(id, watch);
  }

  leaveAll(): void {
    for (const id of [...this.#watches.keys()]) this.leave(id);
  }

  drawn({ viewer: id, sequence }: TerminalRequest<'terminal.drawn'>): void {
    const watch = this.#watches.get(id);
    if (watch === undefined) return;
    watch.drawn = Math.max(watch.drawn, sequence);
    watch.viewer?.drawn(sequence);
  }
}

/** The namespace `/terminal`: clients watch agents' terminals. No message of theirs leads to a key. */
export function serveTerminals(namespace: Namespace, open: OpenTerminal, logger: Logger): void {
  namespace.on('connection', (socket) => {
    const watches = new Watches(socket, open, logger);
    const stray = strayMessages(socket);
    socket.on('disconnect', () => watches.leaveAll());
    socket.onAny((event: string, payload: unknown) => {
      if (event === 'terminal.join') {
        const request = terminalRequests[event].safeParse(payload);
        if (request.success) return watches.join(request.data);
      } else if (event === 'terminal.leave') {
        const request = terminalRequests[event].safeParse(payload);
        if (request.success) return watches.leave(request.data.viewer);
      } else if (event === 'terminal.drawn') {
        const request = terminalRequests[event].safeParse(payload);
        if (request.success) return watches.drawn(request.data);
      }
      stray();
    });
  });
}
