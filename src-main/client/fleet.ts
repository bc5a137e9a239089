import type { Disposable } from '../base/disposable.ts';
import { type FleetEvent, type FleetEventName, fleetEvents } from '../contract/events.ts';
import { type ConnectionListener, connect, type EventSource } from './connect.ts';

type FleetEvents = { [N in FleetEventName]: FleetEvent<N> };

/** What to do at each event of the fleet. The first one after every connect is the whole fleet. */
export type FleetHandlers = { readonly [N in FleetEventName]: (data: FleetEvents[N]) => void };

/** Follows the fleet until the returned handle is disposed. Calls come in the daemon's order. */
export async function followFleet(
  source: EventSource,
  handlers: FleetHandlers,
  listener: ConnectionListener,
): Promise<Disposable> {
  const socket = await connect<FleetEvents>(source, '/sessions', fleetEvents, handlers, listener);
  return {
    dispose: () => {
      socket.removeAllListeners();
      socket.disconnect();
    },
  };
}
