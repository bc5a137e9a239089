import type {
  Actor,
  Decision,
  Question,
  QuestionOutcome,
  Receipt,
} from '../../src-main/contract/question.ts';
import type { CallError } from '../transport/call-error.ts';

/** A new or changed question takes no answer for this long, milliseconds. */
export const armTime = 600;
/** How long a key or a button is held for a decision, milliseconds. */
export const holdTime = 600;
const slowAfter = 2_000;
const givenUpAfter = 10_000;
const answeredStays = 4_000;
const vanishedStays = 8_000;
/** An answered question keeps its place for this long, so that nobody answers two by one double click. */
const nextComesAfter = 600;

/** What this window knows of one question besides the daemon's own record. */
export interface QuestionLife {
  /** The dialog that stands on the card. */
  readonly fingerprint: string;
  /** When this dialog came to stand under the person's eyes, epoch milliseconds. */
  readonly shownAt: number;
  /** Its card left the screen: it arms anew when it comes back. */
  readonly hidden: boolean;
  /** The decision given in this window; null when none was. */
  readonly press: { readonly decision: Decision; readonly at: number } | null;
  /** What came of the press: the receipt, or why not. */
  readonly receipt: Receipt | null;
  readonly refusal: CallError | null;
  /** When its end was first seen here; null while it goes on. */
  readonly settledAt: number | null;
  /** The person has read its end. */
  readonly read: boolean;
  /** When the failed answer happened that the person wants to try again, epoch milliseconds; null for none. */
  readonly retried: number | null;
}

export type Phase =
  | { readonly is: 'arming' | 'open' | 'busy' }
  /** `waited`: whole seconds, null before it counts as slow. */
  | { readonly is: 'pressed'; readonly decision: Decision; readonly waited: number | null }
  | { readonly is: 'answered'; readonly decision: Decision; readonly by: Actor | null; readonly at: number }
  | { readonly is: 'changed' }
  | { readonly is: 'vanished'; readonly why: 'elsewhere' | 'ended' | 'gone'; readonly at: number | null }
  | {
      readonly is: 'failed';
      /** What the daemon said of it; null when it said nothing. */
      readonly message: string | null;
      readonly details: readonly string[];
      /** What was typed, by whom and when; null when nothing was, or when that is not known. */
      readonly typed: QuestionOutcome | null;
      /** Whether it may be tried again: the dialog still stands there. */
      readonly retry: boolean;
    };

type FailedPhase = Extract<Phase, { is: 'failed' }>;

/** The card of this dialog came on screen, or another dialog stands on it now. */
export function showQuestion(life: QuestionLife | undefined, fingerprint: string, now: number): QuestionLife {
  const before = life?.fingerprint === fingerprint ? life : undefined;
  if (before?.hidden === false) return before;
  return {
    fingerprint,
    shownAt: now,
    hidden: false,
    press: null,
    receipt: null,
    refusal: null,
    settledAt: null,
    read: false,
    retried: before?.retried ?? null,
  };
}

/** The card left the screen; one that was pressed or has ended goes on as it is. */
export function hideQuestion(life: QuestionLife): QuestionLife {
  return life.press !== null || life.settledAt !== null ? life : { ...life, hidden: true };
}

/** In which phase the card is. `now` is epoch milliseconds. */
export function phaseOf(question: Question, life: QuestionLife, now: number): Phase {
  const { outcome } = question;
  if (question.state === 'closed' && outcome !== null) {
    switch (outcome.how) {
      case 'answered':
        return { is: 'answered', decision: outcome.decision ?? 'allow', by: outcome.by, at: outcome.at };
      case 'changed':
        return life.press === null ? { is: 'vanished', why: 'gone', at: outcome.at } : { is: 'changed' };
      case 'elsewhere':
        return { is: 'vanished', why: 'elsewhere', at: outcome.at };
      case 'ended':
        return { is: 'vanished', why: 'ended', at: outcome.at };
      case 'failed':
        return failed(life, outcome, false);
    }
  }
  if (life.receipt !== null) {
    return { is: 'answered', decision: life.receipt.decision, by: life.receipt.by, at: life.receipt.at };
  }
  const failure = openFailure(question, life);
  if (failure !== null) return failed(life, failure, true);
  if (life.refusal !== null) return refused(question, life);
  if (life.press !== null) {
    const waited = now - life.press.at;
    if (waited >= givenUpAfter) return failed(life, null, false);
    return {
      is: 'pressed',
      decision: life.press.decision,
      waited: waited >= slowAfter ? Math.floor(waited / 1_000) : null,
    };
  }
  if (question.state === 'answering') return { is: 'busy' };
  // Another dialog than the one that was looked at counts from the moment its card stands there.
  if (life.fingerprint !== question.fingerprint) return { is: 'arming' };
  return { is: now - life.shownAt < armTime ? 'arming' : 'open' };
}

/** The answer that failed while the dialog stayed open, given in any window; null when none did or it is tried again. */
function openFailure({ state, outcome }: Question, { retried }: QuestionLife): QuestionOutcome | null {
  return state === 'open' && outcome?.how === 'failed' && outcome.at !== retried ? outcome : null;
}

function failed({ refusal }: QuestionLife, typed: QuestionOutcome | null, retry: boolean): FailedPhase {
  return { is: 'failed', message: refusal?.message ?? null, details: refusal?.details ?? [], typed, retry };
}

function refused(question: Question, life: QuestionLife): Phase {
  switch (life.refusal?.code) {
    case 'changed':
      return { is: 'changed' };
    case 'not_waiting':
    case 'not_found':
      return { is: 'vanished', why: 'gone', at: null };
    case 'answering':
      return { is: 'busy' };
    default:
      return failed(life, null, question.state === 'open');
  }
}

/** The life after a decision was given here; the same one when no decision is taken now. */
export function pressQuestion(
  question: Question,
  life: QuestionLife,
  decision: Decision,
  now: number,
): QuestionLife {
  if (phaseOf(question, life, now).is !== 'open' || !question.answers.includes(decision)) return life;
  return { ...life, press: { decision, at: now } };
}

/** The life after the daemon answered the press. */
export function settlePress(
  life: QuestionLife,
  result: { readonly receipt: Receipt } | { readonly refusal: CallError },
): QuestionLife {
  return 'receipt' in result
    ? { ...life, receipt: result.receipt, refusal: null }
    : { ...life, refusal: result.refusal };
}

/** Takes the press back after it failed; the buttons open anew after the arming time. */
export function retryQuestion({ outcome }: Question, life: QuestionLife, now: number): QuestionLife {
  return { ...showQuestion(undefined, life.fingerprint, now), retried: outcome?.at ?? null };
}

/** Notes when an end was first seen. */
export function noteEnd(question: Question, life: QuestionLife, now: number): QuestionLife {
  if (!isEnd(phaseOf(question, life, now)))
    return life.settledAt === null ? life : { ...life, settledAt: null };
  return life.settledAt === null ? { ...life, settledAt: now } : life;
}

function isEnd(phase: Phase): boolean {
  return (
    phase.is === 'answered' || phase.is === 'changed' || phase.is === 'vanished' || phase.is === 'failed'
  );
}

/** Whether an ended question is still shown. `pointed`: the pointer or the focus is on its card. */
export function staysShown(phase: Phase, life: QuestionLife, now: number, pointed: boolean): boolean {
  if (life.read) return false;
  const gone = life.settledAt === null ? 0 : now - life.settledAt;
  switch (phase.is) {
    case 'answered':
      return gone < answeredStays;
    case 'vanished':
      return pointed || gone < vanishedStays;
    case 'changed':
    case 'failed':
      return true;
    default:
      return false;
  }
}

/** Whether an ended question holds the place against the agent's next one. */
export function holdsPlace(phase: Phase, life: QuestionLife, now: number): boolean {
  if (life.read) return false;
  if (phase.is === 'changed' || phase.is === 'failed') return true;
  return life.settledAt !== null && now - life.settledAt < nextComesAfter;
}
