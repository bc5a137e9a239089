import type { Fleet } from '../agents/fleet.ts';
import type { OpenTerminal } from '../api/doors.ts';
import { BackboneError } from '../base/errors.ts';
import type { TerminalHub } from '../terminal/terminal-hub.ts';

/** Terminals of registered agents that run, and of nothing else on the machine. */
export function createOpenTerminal(fleet: Fleet, hub: TerminalHub): OpenTerminal {
  return async (name, sink) => {
    const { live } = fleet.byName(name);
    if (live === null)
      throw new BackboneError('agent_offline', `"${name}" does not run. Start it to see its terminal.`);
    return hub.join(name, sink);
  };
}
