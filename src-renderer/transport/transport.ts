import type { InputOf, OutputOf, ProcedureName } from '../../src-main/contract/procedures.ts';
import type { FleetMessage, TerminalMessage } from './incoming.ts';

/** How the way to the daemon stands. */
export interface Connection {
  /** `refused`: the daemon answers and does not accept the key; it is not tried again by itself. */
  readonly state: 'connecting' | 'connected' | 'lost' | 'refused';
  /** Tries since the connection was lost. */
  readonly attempts: number;
}

/** One terminal being watched. There is no way to type. */
export interface TerminalWatch {
  /** Everything up to and including `sequence` is drawn. */
  drawn(sequence: number): void;
  /** Stops watching; the listener hears nothing more. */
  leave(): void;
}

/** The panel's way to the daemon, the same in a browser and in the desktop app. Everything it hands out is parsed. */
export interface Transport {
  /** @throws CallError when it is refused or fails, or when no answer came in time */
  call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>;
  /**
   * Hears the fleet's events, `fleet.snapshot` first and again after each reconnection. To be called at once,
   * before anything else happens. @returns ends it
   */
  onFleet(listener: (message: FleetMessage) => void): () => void;
  /** Hears how the connection stands, at once and at each change. @returns ends it */
  onConnection(listener: (connection: Connection) => void): () => void;
  /** Watches one agent's terminal until `leave`; joins again after a reconnection. */
  watchTerminal(agentName: string, listener: (message: TerminalMessage) => void): TerminalWatch;
  /** Hears the names of events that are not of the contract; they are dropped. @returns ends it */
  onStray(listener: (event: string) => void): () => void;
  /** Tries to connect now instead of at the next turn. */
  retry(): void;
  /** The system's own dialog for choosing a folder; null where there is none. */
  readonly chooseFolder: (() => Promise<string | null>) | null;
  dispose(): void;
}
