import { z } from 'zod';
import { fleetEvents, terminalEvents } from '../../src-main/contract/events.ts';

const fleetMessage = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('fleet.snapshot'), data: fleetEvents['fleet.snapshot'] }),
  z.strictObject({ event: z.literal('agent.changed'), data: fleetEvents['agent.changed'] }),
  z.strictObject({ event: z.literal('agent.forgotten'), data: fleetEvents['agent.forgotten'] }),
  z.strictObject({ event: z.literal('question.changed'), data: fleetEvents['question.changed'] }),
  z.strictObject({ event: z.literal('daemon.stopping'), data: fleetEvents['daemon.stopping'] }),
]);
/** An event of the fleet with its name. */
export type FleetMessage = z.infer<typeof fleetMessage>;

const terminalMessage = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('terminal.snapshot'), data: terminalEvents['terminal.snapshot'] }),
  z.strictObject({ event: z.literal('terminal.output'), data: terminalEvents['terminal.output'] }),
  z.strictObject({ event: z.literal('terminal.ended'), data: terminalEvents['terminal.ended'] }),
]);
/** An event of one terminal with its name. */
export type TerminalMessage = z.infer<typeof terminalMessage>;

/** Null when the event is not one of the contract. */
export function parseFleet(event: string, data: unknown): FleetMessage | null {
  return fleetMessage.safeParse({ event, data }).data ?? null;
}

const withBuffer = z.looseObject({ data: z.instanceof(ArrayBuffer) });

/** A browser's socket hands binary data over as an ArrayBuffer; the contract has bytes. */
function withBytes(data: unknown): unknown {
  const parsed = withBuffer.safeParse(data);
  return parsed.success ? { ...parsed.data, data: new Uint8Array(parsed.data.data) } : data;
}

/** Null when the event is not one of the contract. */
export function parseTerminal(event: string, data: unknown): TerminalMessage | null {
  return terminalMessage.safeParse({ event, data: withBytes(data) }).data ?? null;
}
