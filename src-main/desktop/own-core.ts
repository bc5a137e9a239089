import { operatorAt } from '../authority/caller.ts';
import type { Daemon } from '../daemon/create-daemon.ts';
import type { Core } from './core.ts';

/** A daemon in this very process. What comes over the bridge is the operator at the panel. */
export function ownCore(daemon: Daemon): Core {
  return {
    kind: 'own',
    call: (name, input) => daemon.dispatch(name, input, operatorAt('panel')),
    fleet(listener) {
      listener({ event: 'fleet.snapshot', data: daemon.feed.snapshot() });
      return daemon.feed.changed.on(listener);
    },
    terminal: (name, sink) => daemon.openTerminal(name, sink),
    async close() {
      await daemon.close();
    },
  };
}
