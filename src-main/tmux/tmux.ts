import type { Disposable } from '../base/disposable.ts';
import type { Emitter } from '../base/emitter.ts';

/** What the server tells of one session, renewed at most once a second and at every change of the list. */
export interface SessionFacts {
  readonly name: string;
  /** tmux's id of the session's active pane, such as `%3`. */
  readonly pane: string;
  /** Process in the pane. */
  readonly pid: number;
  readonly dead: boolean;
  /** Exit status of a dead pane; null while it lives or when a signal ended it. */
  readonly deadStatus: number | null;
  readonly deadSignal: number | null;
  readonly columns: number;
  readonly rows: number;
  /** Whole second of the last output, epoch seconds. */
  readonly activity: number;
  readonly title: string;
  /** True while a person reads in copy mode. */
  readonly inMode: boolean;
  /** Number of people's clients attached; ours do not count. */
  readonly attached: number;
}

export interface NewSession {
  readonly name: string;
  readonly dir: string;
  readonly columns: number;
  readonly rows: number;
  /** Shell command of the pane. Never holds a secret: tmux shows it. */
  readonly command: string;
  /** Names that the session shadows with an empty value and that later panes do not get. */
  readonly without: readonly string[];
}

/** A pane's picture as capture-pane gives it. */
export interface PaneCapture {
  /** Rows with SGR escapes. With history, the oldest comes first. */
  readonly styled: readonly string[];
  readonly cursor: { readonly column: number; readonly row: number; readonly visible: boolean };
  readonly columns: number;
  readonly rows: number;
  readonly title: string;
  readonly alternate: boolean;
}

/** A pane's whole picture at a moment of its stream: what a terminal needs to go on from there. Blanks at row ends are kept. */
export interface PaneSnapshot extends PaneCapture {
  /** The screen below an alternate one, which comes back when the program leaves it; null without one. */
  readonly main: {
    readonly styled: readonly string[];
    readonly cursor: { readonly column: number; readonly row: number };
  } | null;
  /** First and last row that scroll. */
  readonly region: { readonly top: number; readonly bottom: number };
  /** Whether rows are counted from the top of the region, characters push others aside, long rows wrap. */
  readonly origin: boolean;
  readonly insert: boolean;
  readonly wrap: boolean;
  /** Bytes of an escape sequence whose end has not come yet; empty between sequences. */
  readonly unfinished: Uint8Array;
}

/** One private tmux server. Every method may reject with `tmux_failed`, or `tmux_missing` when it cannot be started. */
export interface Tmux extends Disposable {
  readonly socket: string;
  readonly version: string;
  /** All sessions but our keeper. Fresh: asked now. */
  sessions(): Promise<readonly SessionFacts[]>;
  /** Emits the whole list, fresh, when a session came, went, printed, ended or has another size. */
  readonly changed: Emitter<readonly SessionFacts[]>;
  /** Emits when the server went away under us; the next call starts another one. */
  readonly lost: Emitter<void>;
  /** Creates a detached session. Rejects and leaves no session behind when any step fails. Keeps dead panes for their status. */
  create(session: NewSession): Promise<SessionFacts>;
  /** Ends a session by its exact name; no error when there is none. Resolves once it is gone. */
  kill(name: string): Promise<void>;
  capture(pane: string, options?: { readonly history?: number }): Promise<PaneCapture>;
  /** Sends named keys, such as `Enter` or `1`, to a live pane. */
  sendKeys(pane: string, keys: readonly string[]): Promise<void>;
  /** Arguments with which a person attaches to a session, `tmux` first. */
  attachArguments(name: string, readOnly: boolean): readonly string[];
  /** Opens the stream of bytes of one session. */
  stream(name: string): Promise<SessionStream>;
}

/** Bytes of one session's active pane, over a client of their own that never makes the agent wait. */
export interface SessionStream extends Disposable {
  /** Raw bytes as the program wrote them, at once. */
  readonly output: Emitter<Uint8Array>;
  /** tmux stopped sending because we lagged; what comes until `resume` is not sent. */
  readonly paused: Emitter<void>;
  readonly resized: Emitter<{ columns: number; rows: number }>;
  readonly ended: Emitter<void>;
  /** Asks tmux to stop sending. */
  pause(): Promise<void>;
  /** Goes on after a pause. What was printed meanwhile is not sent: take a `snapshot`. */
  resume(): Promise<void>;
  /**
   * The picture at a moment in the stream: all `output` emitted before it resolves is in it, none after it is.
   * `history`: rows of scrollback to include.
   */
  snapshot(history: number): Promise<PaneSnapshot>;
}
