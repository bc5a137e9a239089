import type { Socket } from 'socket.io-client';
import type { z } from 'zod';
import { BackboneError } from '../base/errors.ts';

/** Where events come from, and as whom they are heard. */
export interface EventSource {
  /** Such as `http://127.0.0.1:7120`. */
  readonly address: string;
  readonly credential: string;
}

/** What happens to a connection, besides its events. */
export interface ConnectionListener {
  /** The connection is gone for now; it comes back by itself. */
  lost(): void;
  /** Refused (unauthenticated), or something was heard that is not of the contract (internal); the latter is passed over. */
  failed(error: BackboneError): void;
}

/** Opens one namespace of the daemon; `Events` names what may be heard there. The library is loaded at the first use. */
export async function connect<Events>(
  { address, credential }: EventSource,
  namespace: string,
  schemas: { readonly [N in keyof Events]: z.ZodType<Events[N]> },
  handlers: { readonly [N in keyof Events]: (data: Events[N]) => void },
  listener: ConnectionListener,
): Promise<Socket> {
  const { io } = await import('socket.io-client');
  const socket = io(`${address}${namespace}`, {
    auth: { key: credential },
    transports: ['websocket'],
    forceNew: true,
  });
  for (const event in schemas) {
    const name: string = event;
    socket.on(name, (value: unknown) => {
      const parsed = schemas[event].safeParse(value);
      if (parsed.success) handlers[event](parsed.data);
      else listener.failed(notOfContract(name, parsed.error));
    });
  }
  socket.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') listener.lost();
    // The daemon itself closed the connection: the library waits for us then.
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', (cause) => {
    // While active, it is only not reachable and tried again; else the daemon has refused us.
    if (socket.active) return;
    listener.failed(
      new BackboneError('unauthenticated', 'The daemon refused the credential for its events.', { cause }),
    );
  });
  return socket;
}

function notOfContract(event: string, cause: unknown): BackboneError {
  const message = `The daemon sent an event (${event}) that this version of Backbone does not know.`;
  return new BackboneError('internal', message, { cause });
}
