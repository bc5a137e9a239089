import type { Namespace } from 'socket.io';
import { z } from 'zod';
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { type FleetEvent, type FleetEventName, fleetEvents } from '../contract/events.ts';
import type { FleetFeed } from './doors.ts';
import { strayMessages } from './socket-gate.ts';

const contract: { readonly [N in FleetEventName]: z.ZodType<FleetEvent<N>> } = fleetEvents;

/**
 * The namespace `/sessions`: a new client gets the whole fleet, then every change. Clients have nothing to say here.
 * @returns the end of following `feed`
 */
export function serveFleet(namespace: Namespace, feed: FleetFeed, logger: Logger): Disposable {
  /** Nothing leaves that the contract does not name. */
  const checked = (event: FleetEventName, data: unknown): unknown => {
    const parsed = z.safeParse(contract[event], data);
    if (parsed.success) return parsed.data;
    logger.failure(`${event} is not as the contract says`, parsed.error);
    return null;
  };
  namespace.on('connection', (socket) => {
    const stray = strayMessages(socket);
    socket.onAny(stray);
    const snapshot = checked('fleet.snapshot', feed.snapshot());
    if (snapshot !== null) socket.emit('fleet.snapshot', snapshot);
  });
  return feed.changed.on(({ event, data }) => {
    const change = checked(event, data);
    if (change !== null) namespace.emit(event, change);
  });
}
