import { io, type Socket } from 'socket.io-client';
import { fleetEvents, terminalEvents } from '../../src-main/contract/events.ts';
import { ConnectionState } from './connection-state.ts';
import { httpCall } from './http-call.ts';
import { type FleetMessage, parseFleet, parseTerminal, type TerminalMessage } from './incoming.ts';
import { Listeners } from './listeners.ts';
import type { Transport } from './transport.ts';

interface Watch {
  readonly name: string;
  readonly listener: (message: TerminalMessage) => void;
}

/** The way to the daemon from a browser: HTTP for calls, Socket.IO for events and terminals. */
export function createSocketTransport(origin: string, key: string): Transport {
  const connection = new ConnectionState();
  const options = {
    auth: { key },
    transports: ['websocket'],
    reconnectionDelay: 400,
    reconnectionDelayMax: 4_000,
    timeout: 5_000,
  };
  const sessions = io(`${origin}/sessions`, options);
  const terminals = io(`${origin}/terminal`, options);
  const fleet = new Listeners<FleetMessage>();
  const stray = new Listeners<string>();
  const watches = new Map<string, Watch>();

  followConnection(sessions, connection);
  for (const event of Object.keys(fleetEvents)) {
    sessions.on(event, (data: unknown) => {
      const message = parseFleet(event, data);
      if (message === null) stray.tell(event);
      else fleet.tell(message);
    });
  }

  terminals.on('connect', () => {
    for (const [viewer, { name }] of watches) terminals.emit('terminal.join', { viewer, name });
  });
  for (const event of Object.keys(terminalEvents)) {
    terminals.on(event, (data: unknown) => {
      const message = parseTerminal(event, data);
      if (message === null) stray.tell(event);
      else watches.get(message.data.viewer)?.listener(message);
    });
  }

  return {
    call: (name, input) => httpCall(origin, key, name, input),
    onFleet: (listener) => fleet.add(listener),
    onStray: (listener) => stray.add(listener),
    onConnection: (listener) => connection.listen(listener),
    watchTerminal(name, listener) {
      const viewer = newViewer();
      watches.set(viewer, { name, listener });
      if (terminals.connected) terminals.emit('terminal.join', { viewer, name });
      return {
        drawn(sequence) {
          if (watches.has(viewer)) terminals.emit('terminal.drawn', { viewer, sequence });
        },
        leave() {
          if (watches.delete(viewer)) terminals.emit('terminal.leave', { viewer });
        },
      };
    },
    retry() {
      sessions.disconnect().connect();
      terminals.disconnect().connect();
    },
    chooseFolder: null,
    dispose() {
      sessions.disconnect();
      terminals.disconnect();
    },
  };
}

function followConnection(socket: Socket, connection: ConnectionState): void {
  socket.on('connect', () => {
    connection.set({ state: 'connected', attempts: 0 });
  });
  socket.on('disconnect', (reason) => {
    connection.set({ state: 'lost', attempts: 0 });
    // A socket that the daemon closed on purpose does not come back by itself.
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', () => {
    // Without a further try ahead, the daemon itself said no.
    if (!socket.active) connection.set({ state: 'refused', attempts: connection.now.attempts });
    else connection.set({ state: 'lost', attempts: connection.now.attempts + 1 });
  });
}

function newViewer(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
