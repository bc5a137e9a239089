import { z } from 'zod';
import { agent } from './agent.ts';
import { agentName } from './agent-name.ts';
import { question } from './question.ts';

/** Events of the namespace `/sessions`: the fleet as it changes. A new client gets `fleet.snapshot` first. */
export const fleetEvents = {
  'fleet.snapshot': z.strictObject({ agents: z.array(agent), questions: z.array(question) }),
  'agent.changed': z.strictObject({ agent }),
  'agent.forgotten': z.strictObject({ id: z.string(), name: agentName }),
  'question.changed': z.strictObject({ question }),
  'daemon.stopping': z.strictObject({ agentsRunning: z.number().int() }),
};
export type FleetEventName = keyof typeof fleetEvents;
export type FleetEvent<N extends FleetEventName> = z.output<(typeof fleetEvents)[N]>;

/** What a client of the namespace `/terminal` may say. There is no way to type. */
export const terminalRequests = {
  /** Begins to watch one agent; the answer comes as `terminal.snapshot`. One agent per viewer. */
  'terminal.join': z.strictObject({ viewer: z.string().min(1).max(64), name: agentName }),
  'terminal.leave': z.strictObject({ viewer: z.string().min(1).max(64) }),
  /** The viewer has drawn everything up to and including this sequence number. */
  'terminal.drawn': z.strictObject({ viewer: z.string().min(1).max(64), sequence: z.number().int().min(0) }),
};
export type TerminalRequestName = keyof typeof terminalRequests;
export type TerminalRequest<N extends TerminalRequestName> = z.output<(typeof terminalRequests)[N]>;

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Bytes are needed.');

/** What a client of the namespace `/terminal` hears. */
export const terminalEvents = {
  /** The whole picture: reset the terminal, set its size, write `data`. Sent on joining and whenever output was skipped. */
  'terminal.snapshot': z.strictObject({
    viewer: z.string(),
    sequence: z.number().int(),
    columns: z.number().int(),
    rows: z.number().int(),
    data: bytes,
    /** Bytes of output that were left out since the viewer's last picture; 0 on joining. */
    skipped: z.number().int(),
  }),
  /** Bytes that follow; never ends inside a UTF-8 character. */
  'terminal.output': z.strictObject({ viewer: z.string(), sequence: z.number().int(), data: bytes }),
  /** Nothing more will come for this viewer. */
  'terminal.ended': z.strictObject({
    viewer: z.string(),
    reason: z.enum(['offline', 'not_found', 'failed']),
  }),
};
export type TerminalEventName = keyof typeof terminalEvents;
export type TerminalEvent<N extends TerminalEventName> = z.output<(typeof terminalEvents)[N]>;
