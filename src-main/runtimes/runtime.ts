import type { Decision, QuestionSubject } from '../contract/question.ts';
import type { Capability, RuntimeId } from '../contract/runtime.ts';
import type { AgentState, StateReason } from '../contract/state.ts';

/** What stands in a pane at one moment. */
export interface Screen {
  /** One entry a row, plain text, trailing blanks removed. */
  readonly lines: readonly string[];
  /** The same rows with their SGR escapes, as `capture-pane -e` gives them. */
  readonly styled: readonly string[];
  /** Title the program has set; the host name before it sets one, empty after it ended. */
  readonly title: string;
  readonly cursor: { readonly column: number; readonly row: number; readonly visible: boolean };
  readonly columns: number;
  readonly rows: number;
  readonly alternate: boolean;
}

/** A key as tmux's `send-keys` names it, such as `Enter`, `Escape` or `1`. */
export type Key = string;

/** A dialog that is whole on screen. */
export interface Dialog {
  readonly kind: 'permission' | 'plan' | 'question' | 'other';
  /** The tool in the runtime's words, such as `Bash`; null when the dialog names none. */
  readonly tool: string | null;
  readonly subject: QuestionSubject;
  /** The rows of the dialog, from its first to its last, without what moves by itself (spinners, times). */
  readonly rows: readonly string[];
  /** Key for each decision that is verified for this dialog; a missing one may not be given from outside. */
  readonly keys: { readonly [D in Decision]?: Key };
  /** Why a decision is missing, one line; null when none is. */
  readonly limit: string | null;
}

/** What a screen says. */
export interface ScreenReading {
  /** Null when no rule knows this screen: it speaks for nothing. */
  readonly state: AgentState | null;
  readonly reason: StateReason | null;
  /** What was seen, for people, such as `spinner above the box`. */
  readonly says: string;
  /** Whether the sign was in the title or on the screen itself. */
  readonly source: 'screen' | 'title';
  /** The dialog, when one is open and whole. */
  readonly dialog: Dialog | null;
  /** Text that waits in the input box: `none` when there is no box, `empty`, or `draft`. */
  readonly input: 'none' | 'empty' | 'draft';
}

/** What one event of a hook says. */
export interface HookReading {
  /** The event in the runtime's words, such as `PermissionRequest`. */
  readonly event: string;
  /** Null when the event speaks for no state. */
  readonly state: AgentState | null;
  readonly reason: StateReason | null;
  readonly says: string;
  /** Id of the conversation, for resuming it; null when the event carries none. */
  readonly conversation: string | null;
  /** The agent's newest words, plain text; null when the event carries none. */
  readonly lastMessage: string | null;
  /** What is asked for, whole, when the event opens a dialog. */
  readonly request: {
    readonly kind: Dialog['kind'];
    readonly tool: string;
    readonly subject: QuestionSubject;
  } | null;
}

/** What a launch needs to know. */
export interface LaunchContext {
  /** Absolute path of the program; for our own programs, of the Node that runs them. */
  readonly program: string;
  readonly dir: string;
  readonly model: string | null;
  /** Folder with our hook scripts and settings, absolute. */
  readonly hooks: string;
  /** What the personality of the folder's lock tells the agent; null when there is none. */
  readonly instructions: Instructions | null;
}

/** Standing instructions of one launch. */
export interface Instructions {
  readonly text: string;
  /** Absolute path of a private file with the same text, which is there as long as the launch goes on. */
  readonly file: string;
}

/** One agent program: data and pure functions. Whatever differs between programs is here and nowhere else. */
export interface Runtime {
  readonly id: RuntimeId;
  readonly label: string;
  /** Name of the program on PATH; null for one that comes with us (see `bundled`). */
  readonly program: string | null;
  /** Variable of the user's environment whose absolute path stands before `program`, such as `SHELL`; null when none does. */
  readonly programVariable: string | null;
  /** Absolute path of the module of ours that Node runs; null for an installed program. */
  readonly bundled: string | null;
  /** Arguments that make the program print its version; null when it has no such switch. */
  readonly versionArguments: readonly string[] | null;
  /** How to get it, one line; null when nothing needs to be installed. */
  readonly install: string | null;
  readonly capabilities: Readonly<Record<string, Capability>>;
  /**
   * Ends a launch's wait: `hook` when its first event comes, `screen` when its input box is seen, `process` as soon
   * as the program runs, for one that tells nothing.
   */
  readonly readyBy: 'hook' | 'screen' | 'process';
  /** The whole argument list, program first. */
  argumentsFor(context: LaunchContext): readonly string[];
  /** Variables that the program needs besides; none of them secret. They stand above what the agent inherits. */
  environmentFor(context: LaunchContext): Readonly<Record<string, string>>;
  /** Files to be written below the hooks folder before a launch: name to content. */
  hookFiles(hooks: string): Readonly<Record<string, string>>;
  observe(screen: Screen): ScreenReading;
  /**
   * @param payload parsed JSON of the event, of any shape
   * @returns null when it is no event of this runtime
   */
  readHook(payload: unknown): HookReading | null;
}
