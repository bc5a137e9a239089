import type { Disposable } from '../base/disposable.ts';
import { type TerminalEvent, type TerminalEventName, terminalEvents } from '../contract/events.ts';
import { type ConnectionListener, connect, type EventSource } from './connect.ts';

type TerminalEvents = { [N in TerminalEventName]: TerminalEvent<N> };

/** What to do at each event of a terminal. */
export type TerminalHandlers = { readonly [N in TerminalEventName]: (data: TerminalEvents[N]) => void };

/** Terminals as they are watched over one connection. Nothing can be typed. */
export interface TerminalWatch extends Disposable {
  /** Begins to watch an agent; the whole picture comes as `terminal.snapshot`, and again after every reconnect. */
  join(viewer: string, name: string): void;
  leave(viewer: string): void;
  /** The viewer has drawn everything up to and including `sequence`; without it the stream pauses. */
  drawn(viewer: string, sequence: number): void;
}

/** Opens the connection over which terminals are watched. `viewer` is the caller's own name for each view. */
export async function watchTerminals(
  source: EventSource,
  handlers: TerminalHandlers,
  listener: ConnectionListener,
): Promise<TerminalWatch> {
  const joined = new Map<string, string>();
  const socket = await connect<TerminalEvents>(source, '/terminal', terminalEvents, handlers, listener);
  const join = (viewer: string, name: string): void => void socket.emit('terminal.join', { viewer, name });
  // Joined from here alone: what the library would keep for a lost connection is older than a fresh picture.
  socket.on('connect', () => {
    for (const [viewer, name] of joined) join(viewer, name);
  });
  return {
    join(viewer, name) {
      joined.set(viewer, name);
      if (socket.connected) join(viewer, name);
    },
    leave(viewer) {
      joined.delete(viewer);
      if (socket.connected) socket.emit('terminal.leave', { viewer });
    },
    drawn(viewer, sequence) {
      if (socket.connected) socket.emit('terminal.drawn', { viewer, sequence });
    },
    dispose() {
      socket.removeAllListeners();
      socket.disconnect();
    },
  };
}
