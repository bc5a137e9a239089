import type { Emitter } from '../base/emitter.ts';
import { BackboneError } from '../base/errors.ts';
import type { StateReading } from '../contract/state.ts';
import type { FleetChange } from './fleet.ts';

/** A start whose process is not there yet: the folder's lock is opened, and a person may be asked. */
export interface PendingStart {
  readonly launchId: string;
  /** Epoch milliseconds. */
  readonly since: number;
  /** True from the first question on. */
  readonly asks: boolean;
  /** Gives the start up. */
  giveUp(): void;
  /** Resolves when the start has gone on or was given up; never rejects. */
  readonly over: Promise<unknown>;
}

/** An agent as it is shown while a person is asked for what its start needs. */
export function pendingReading({ since }: PendingStart): StateReading {
  return {
    state: 'waiting_for_human',
    reason: 'key',
    since,
    stale: false,
    evidence: [
      { source: 'process', at: since, supports: 'waiting_for_human', says: 'its start waits for an answer' },
    ],
  };
}

/** @throws agent_running when the agent runs or its start is under way */
export function requireAtRest(
  name: string,
  entry: { readonly live: unknown; readonly pending: unknown } | undefined,
  toDo: string,
): void {
  if (entry === undefined || (entry.live === null && entry.pending === null)) return;
  throw new BackboneError('agent_running', `"${name}" runs, or is being started. Stop it first ${toDo}.`);
}

/** Resolves when the pending start of that launch asks something, has gone on, or was given up. */
export function pendingSettled(
  fleet: {
    byId(
      id: string,
    ): { readonly pending: PendingStart | null; readonly questionId: string | null } | undefined;
    readonly changed: Emitter<FleetChange>;
  },
  agentId: string,
  launchId: string,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const entry = fleet.byId(agentId);
      if (entry?.pending?.launchId === launchId && entry.questionId === null) return;
      void listening.dispose();
      resolve();
    };
    const listening = fleet.changed.on(look);
    // A start that ends before anything of it was shown changes nothing that is announced.
    void fleet.byId(agentId)?.pending?.over.then(look);
    look();
  });
}
