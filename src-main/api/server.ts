import http from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import type { AuthorityFacts } from '../authority/credentials.ts';
import { createFailedAttempts } from '../authority/failed-attempts.ts';
import type { Clock } from '../base/clock.ts';
import { BackboneError, systemCodeOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { Dispatch, FleetFeed, OpenTerminal, Refusal } from './doors.ts';
import { createGate } from './gate.ts';
import { createHttp } from './http.ts';
import { createSockets } from './sockets.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly version: string;
  /** Folder of the built panel. */
  readonly panel: string;
  readonly dispatch: Dispatch;
  readonly authority: AuthorityFacts;
  readonly feed: FleetFeed;
  readonly openTerminal: OpenTerminal;
  /** Hears of every request that is turned away for its credential. Must not throw. */
  readonly onRefused: (refusal: Refusal) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The doors on the network, open. */
export interface ApiServer {
  /** Such as `http://127.0.0.1:7120`. */
  readonly address: string;
  /** Takes no more, lets running calls be answered for up to `grace` milliseconds (default 2000), then cuts what is left. */
  close(grace?: number): Promise<void>;
}

function listenError(host: string, port: number, cause: unknown): BackboneError {
  const code = systemCodeOf(cause);
  const why = code === 'EADDRINUSE' ? 'another program listens there' : `the system says ${code ?? 'no'}`;
  return new BackboneError(
    'address_taken',
    `Backbone cannot listen on ${host} port ${port}: ${why}. End that program, or set backbone.port to another one.`,
    { cause },
  );
}

function listen(server: http.Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(listenError(host, port, error));
    server.once('error', refuse);
    server.listen({ host, port }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

function addressOf(server: http.Server, host: string): string {
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/**
 * Opens HTTP and Socket.IO on one port.
 * @throws address_taken
 */
export async function startServer(options: ServerOptions): Promise<ApiServer> {
  const { host, port, authority, clock, logger, onRefused } = options;
  const server = http.createServer({
    // Whoever sends slowly must not hold a connection for ever; an answer may take as long as it needs.
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    maxHeaderSize: 16 * 1024,
  });
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // An expectation that is not known is passed over; Node's own refusal would not be in our form.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const gate = createGate({ authority, attempts: createFailedAttempts(clock), logger, onRefused });
  const app = await createHttp({ ...options, server, gate });
  await listen(server, host, port);
  const sockets = createSockets({ ...options, server, gate });

  const close = async (grace: number): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    await sockets.dispose();
    const cut = setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, grace);
    await closed;
    clearTimeout(cut);
    await app.close();
  };
  let closing: Promise<void> | null = null;
  return {
    address: addressOf(server, host),
    close: (grace = 2_000) => (closing ??= close(grace)),
  };
}
