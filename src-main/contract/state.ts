import { z } from 'zod';

/** What an agent does, as far as it is known. */
export const agentState = z.enum([
  'starting',
  'idle',
  'busy',
  'waiting_for_human',
  'blocked',
  'unknown',
  'offline',
]);
export type AgentState = z.infer<typeof agentState>;

/** Why an agent waits or is blocked; null in every other state. */
export const stateReason = z.enum(['permission', 'plan', 'question', 'key', 'quota', 'provider']);
export type StateReason = z.infer<typeof stateReason>;

/** One fact that speaks for a state, in words for people. */
export const evidence = z.strictObject({
  source: z.enum(['hook', 'screen', 'title', 'process']),
  /** When it was seen, epoch milliseconds. */
  at: z.number().int(),
  /** The state it speaks for. */
  supports: agentState,
  /** What was seen, without control characters, at most 200 characters. */
  says: z.string().max(200),
});
export type Evidence = z.infer<typeof evidence>;

/** The state of one agent with what it rests on. */
export const stateReading = z.strictObject({
  state: agentState,
  reason: stateReason.nullable(),
  /** When the agent entered this state, epoch milliseconds. */
  since: z.number().int(),
  /** True when the state is repeated from older facts because the newer ones say nothing. */
  stale: z.boolean(),
  evidence: z.array(evidence),
});
export type StateReading = z.infer<typeof stateReading>;
