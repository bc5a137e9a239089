import type { ErrorBody } from '../src-main/contract/error-body.ts';

/** What came of a call: its output, not parsed yet, or why it failed. Errors cross as data, since an Error loses its code. */
export type Answer = { readonly output: unknown } | ErrorBody;

/** An event of `fleetEvents`; a new listener gets `fleet.snapshot` first. Not parsed yet. */
export interface FleetMessage {
  readonly event: string;
  readonly data: unknown;
}

/** An event of `terminalEvents` for one viewer. Not parsed yet. */
export interface TerminalMessage {
  readonly event: string;
  readonly data: unknown;
}

/** One terminal being watched. There is no way to type. */
export interface TerminalHandle {
  /** Everything up to and including `sequence` is on screen. */
  drawn(sequence: number): void;
  /** Stops watching; the listener hears nothing more. */
  close(): void;
}

/** What the shell around the panel is. */
export interface BridgeInfo {
  readonly version: string;
  readonly platform: string;
  /** `own`: the daemon runs in this app; `attached`: in another process that already held the data directory. */
  readonly core: 'own' | 'attached';
}

/** The only thing that the panel in the desktop app has of the world outside: `window.backbone`, frozen. */
export interface Bridge {
  /** Calls a procedure of the contract. Never rejects. */
  call(name: string, input: unknown): Promise<Answer>;
  /** @returns ends the subscription */
  subscribe(listener: (message: FleetMessage) => void): () => void;
  openTerminal(agentName: string, listener: (message: TerminalMessage) => void): TerminalHandle;
  info(): Promise<BridgeInfo>;
  /** Lets the person choose a folder in the system's own dialog; null when they thought better of it. */
  chooseFolder(): Promise<string | null>;
}
