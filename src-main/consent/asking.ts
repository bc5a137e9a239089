import type { Actor, Decision, QuestionSubject } from '../contract/question.ts';

/** One thing that a person is asked about a lock or a key. */
export interface Asking {
  /** Null for a run outside of any agent. */
  readonly agent: { readonly id: string; readonly name: string } | null;
  /** What stands in place of an agent's name: the folder's. */
  readonly name: string;
  /** Id of the launch or run that waits. */
  readonly launchId: string;
  /** Absolute path. */
  readonly folder: string;
  readonly subject: Extract<QuestionSubject, { form: 'key' | 'lock' }>;
  /** Hash over all that is asked. */
  readonly fingerprint: string;
}

export interface ConsentAnswer {
  readonly decision: Decision;
  readonly by: Actor;
}

/** Asks a person, and waits as long as it takes. Rejects with consent_denied when `signal` gives it up. */
export type AskConsent = (asking: Asking, signal: AbortSignal) => Promise<ConsentAnswer>;
