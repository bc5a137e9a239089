import type http from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { AuthorityFacts } from '../authority/credentials.ts';
import type { Disposable } from '../base/disposable.ts';
import { Disposables } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { FleetFeed, OpenTerminal } from './doors.ts';
import { serveFleet } from './fleet-sockets.ts';
import type { Gate } from './gate.ts';
import { largestMessage } from './json-body.ts';
import { assertOwnHost } from './own-host.ts';
import { type SocketCallers, socketGate } from './socket-gate.ts';
import { serveTerminals } from './terminal-sockets.ts';

export interface SocketOptions {
  readonly server: http.Server;
  readonly gate: Gate;
  readonly authority: AuthorityFacts;
  readonly feed: FleetFeed;
  readonly openTerminal: OpenTerminal;
  readonly logger: Logger;
  /** The host the daemon listens on. */
  readonly host: string;
}

function isOwn(request: http.IncomingMessage, host: string): boolean {
  const { host: header, origin } = request.headers;
  try {
    assertOwnHost({ host: header, origin, localAddress: request.socket.localAddress }, host);
    return true;
  } catch {
    return false;
  }
}

/** The door of events: two namespaces of Socket.IO, over WebSocket alone, on the server that HTTP has. */
export function createSockets(options: SocketOptions): Disposable {
  const { server, gate, authority, feed, logger } = options;
  const io = new Server(server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: largestMessage,
    // A connection that joins no namespace in this time is closed.
    connectTimeout: 10_000,
    allowRequest: (request, decide) => decide(null, isOwn(request, options.host)),
  });
  const callers: SocketCallers = new WeakMap();
  const sessions = io.of('/sessions').use(socketGate(gate, callers));
  const terminals = io.of('/terminal').use(socketGate(gate, callers));

  const isRevoked = (socket: Socket): boolean => {
    const caller = callers.get(socket);
    return caller?.authority === 'agent' && authority.liveLaunch(caller.launchId) === null;
  };
  const closeRevoked = (): void => {
    for (const namespace of [sessions, terminals]) {
      for (const socket of namespace.sockets.values()) if (isRevoked(socket)) socket.disconnect(true);
    }
  };

  const held = new Disposables();
  held.defer(() => {
    io.disconnectSockets(true);
    io.engine.close();
  });
  // First, so that the socket of an ended launch does not hear of it.
  held.add(feed.changed.on(closeRevoked));
  held.add(serveFleet(sessions, feed, logger));
  serveTerminals(terminals, options.openTerminal, logger);
  return held;
}
