import type { Disposable } from '../base/disposable.ts';
import type { FleetEvent, FleetEventName } from '../contract/events.ts';
import type { Viewer, ViewerSink } from '../terminal/viewer.ts';

/** One event of the contract's `fleetEvents`. */
export type FleetMessage = {
  [N in FleetEventName]: { readonly event: N; readonly data: FleetEvent<N> };
}[FleetEventName];

/** What the app needs of a daemon, wherever it runs. Everything here acts with the operator's authority. */
export interface Core {
  /** `own`: it runs in this process and ends with it; `attached`: it runs elsewhere and goes on. */
  readonly kind: 'own' | 'attached';
  /**
   * @param name a procedure of the contract
   * @param input not parsed yet
   * @returns the parsed output
   * @throws BackboneError, with `not_found` for a procedure that does not exist
   */
  call(name: string, input: unknown): Promise<unknown>;
  /** `fleet.snapshot` comes first, and again whenever events may have been missed. */
  fleet(listener: (message: FleetMessage) => void): Disposable;
  /** Watches one agent's terminal. @throws BackboneError `not_found` or `agent_offline` */
  terminal(name: string, sink: ViewerSink): Promise<Viewer>;
  /** Lets go of the daemon, and ends it when it is our own. Agents go on. */
  close(): Promise<void>;
}
