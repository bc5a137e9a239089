import type { Socket } from 'socket.io';
import { z } from 'zod';
import type { Caller } from '../authority/caller.ts';
import { BackboneError, errorBodyOf } from '../base/errors.ts';
import type { Gate } from './gate.ts';

const handshake = z.object({ key: z.string().min(1).max(512) });

/** Messages that no client of ours sends, before a socket is closed. */
const patience = 100;

/** Callers of the sockets that passed the gate. */
export type SocketCallers = WeakMap<Socket, Caller>;

/** Lets a socket into a namespace when its handshake carries a valid credential: `auth: { key }`. */
export function socketGate(
  gate: Gate,
  callers: SocketCallers,
): (socket: Socket, next: (error?: Error) => void) => void {
  return (socket, next) => {
    const parsed = handshake.safeParse(socket.handshake.auth);
    void gate(parsed.success ? parsed.data.key : null, 'socket').then((caller) => {
      if (caller !== null) {
        callers.set(socket, caller);
        next();
        return;
      }
      const error = new BackboneError('unauthenticated', 'No valid credential came with this connection.');
      next(Object.assign(new Error(error.message), { data: errorBodyOf(error) }));
    });
  };
}

/** Counts what a socket says that is not of the contract, and closes it when that goes on. */
export function strayMessages(socket: Socket): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count >= patience) socket.disconnect(true);
  };
}
