import type { ConsentGiven } from '../contract/consent.ts';
import type { LockUnlock } from '../contract/lock.ts';
import type { RuntimeId } from '../contract/runtime.ts';

/** What a start names. */
export interface StartRequest {
  /** Absolute path; null when only a name is given, or for the practice agent a throw-away folder is wanted. */
  readonly dir: string | null;
  readonly name: string | null;
  /** Null: the saved one, or the default for a new agent. */
  readonly runtime: RuntimeId | null;
  readonly model: string | null;
  readonly columns: number | null;
  readonly rows: number | null;
  readonly wait: boolean;
  /** What the operator has said already about the folder's lock and keys; null: nothing. */
  readonly given: ConsentGiven | null;
  readonly unlock: LockUnlock;
}
