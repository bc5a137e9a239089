import type { ConsentGiven, KeySource } from '../contract/consent.ts';
import type { LockUnlock, Personality } from '../contract/lock.ts';
import type { Actor, QuestionSubject } from '../contract/question.ts';

/** For what keys are asked. */
export interface ConsentRequest {
  /** Whose standing allows count. Null for a run outside of any agent: then the folder's count. */
  readonly agent: { readonly id: string; readonly name: string } | null;
  /** What stands in place of an agent's name: the folder's. */
  readonly name: string;
  /** Absolute path, links resolved. */
  readonly folder: string;
  /** Id of the launch or run. */
  readonly launchId: string;
  /** What gets the keys, for people. */
  readonly program: string;
  readonly injection: Extract<QuestionSubject, { form: 'key' }>['injection'];
  /** Names that are set where the program will run. */
  readonly environment: ReadonlySet<string>;
  readonly unlock: LockUnlock;
  /** What the operator has said already; null: nothing. */
  readonly given: ConsentGiven | null;
  readonly actor: Actor;
}

/** What a launch or a run was given. */
export interface ConsentGrant {
  /** Values by name, of the keys that are not set where the program runs already. */
  readonly values: Readonly<Record<string, string>>;
  readonly keys: readonly { readonly name: string; readonly source: KeySource }[];
  /** Keys that were refused or are nowhere: the program must not get them from anywhere. */
  readonly without: readonly { readonly name: string; readonly why: string }[];
  readonly personality: Personality;
  /** Absolute path of the lock; null when the folder has none. */
  readonly lock: string | null;
}

/** What a folder without a lock is given. */
export const nothingGranted: ConsentGrant = {
  values: {},
  keys: [],
  without: [],
  personality: {},
  lock: null,
};
