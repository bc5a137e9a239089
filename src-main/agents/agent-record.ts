import type { LaunchEnd } from '../contract/agent.ts';
import type { RuntimeId } from '../contract/runtime.ts';

/** A registered agent as it is kept. */
export interface AgentRecord {
  /** Identity of the registration; never given twice. */
  readonly id: string;
  readonly name: string;
  /** Absolute path, links resolved. */
  readonly dir: string;
  readonly runtime: RuntimeId;
  readonly model: string | null;
  readonly environment: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly registeredAt: number;
}

/** One start of an agent as it is kept. */
export interface LaunchRecord {
  /** 32 lowercase hexadecimal digits, random. */
  readonly id: string;
  readonly agentId: string;
  readonly startedAt: number;
  /** tmux's id of the pane; null until the session is there. */
  readonly pane: string | null;
  readonly pid: number | null;
  /** Start time of `pid` as the system counts it: with it a recycled pid is told apart. */
  readonly pidStarted: string | null;
  readonly columns: number;
  readonly rows: number;
  readonly runtimeVersion: string | null;
  readonly leak: 'clean' | 'unchecked';
  readonly leakNote: string | null;
  readonly end: LaunchEnd | null;
}
