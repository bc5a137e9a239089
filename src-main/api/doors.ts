import type { Caller } from '../authority/caller.ts';
import type { Emitter } from '../base/emitter.ts';
import type { FleetEvent, FleetEventName } from '../contract/events.ts';
import type { OutputOf, ParsedInputOf, ProcedureName } from '../contract/procedures.ts';
import type { Viewer, ViewerSink } from '../terminal/viewer.ts';

/** What each procedure does. The door has parsed the input and checked the caller; the answer is parsed again. */
export type Implementations = {
  readonly [N in ProcedureName]: (input: ParsedInputOf<N>, caller: Caller | null) => Promise<OutputOf<N>>;
};

/**
 * Calls a procedure by its name: finds it, checks the caller, parses the input, runs it, parses the answer.
 * Rejects with a BackboneError and nothing else.
 */
export type Dispatch = (name: string, input: unknown, caller: Caller | null) => Promise<unknown>;

/** A request that was turned away for its credential. */
export type Refusal =
  /** Nothing of ours. */
  | { readonly why: 'unknown'; readonly door: 'http' | 'socket' }
  /** It has the form of an agent's, and `launch` is over or never was: a claim, not a fact. */
  | { readonly why: 'ended'; readonly door: 'http' | 'socket'; readonly launch: string }
  /** It is valid, and may not do this. */
  | { readonly why: 'forbidden'; readonly caller: Caller; readonly procedure: ProcedureName };

/** One event of the fleet with what it carries. */
export type FleetChange = {
  [N in FleetEventName]: { readonly event: N; readonly data: FleetEvent<N> };
}[FleetEventName];

/** The fleet as every panel follows it. */
export interface FleetFeed {
  /** The whole fleet as it is now. */
  snapshot(): FleetEvent<'fleet.snapshot'>;
  readonly changed: Emitter<FleetChange>;
}

/**
 * Begins to watch the terminal of a registered agent.
 * Rejects with not_found for a name that is not registered, agent_offline for one that does not run.
 */
export type OpenTerminal = (name: string, sink: ViewerSink) => Promise<Viewer>;
