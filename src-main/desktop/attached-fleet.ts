import type { FleetHandlers } from '../client/fleet.ts';
import type { FleetMessage } from './core.ts';

/** Brings the events of a connection, and its loss, into the one form that the app knows. */
export function fleetHandlers(listener: (message: FleetMessage) => void): {
  handlers: FleetHandlers;
  lost: () => void;
} {
  const running = new Set<string>();
  return {
    handlers: {
      'fleet.snapshot': (data) => {
        running.clear();
        for (const { id, launch } of data.agents) if (launch !== null) running.add(id);
        listener({ event: 'fleet.snapshot', data });
      },
      'agent.changed': (data) => {
        if (data.agent.launch === null) running.delete(data.agent.id);
        else running.add(data.agent.id);
        listener({ event: 'agent.changed', data });
      },
      'agent.forgotten': (data) => {
        listener({ event: 'agent.forgotten', data });
      },
      'question.changed': (data) => {
        listener({ event: 'question.changed', data });
      },
      'daemon.stopping': (data) => {
        listener({ event: 'daemon.stopping', data });
      },
    },
    // A daemon that was killed cannot say so itself, and its agents go on all the same.
    lost: () => {
      listener({ event: 'daemon.stopping', data: { agentsRunning: running.size } });
    },
  };
}
