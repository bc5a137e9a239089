import type { Question } from '../contract/question.ts';
import type { AgentState } from '../contract/state.ts';
import type { Dialog, HookReading, ScreenReading } from '../runtimes/runtime.ts';
import { dialogFingerprint, requestFingerprint } from './fingerprint.ts';
import { plainSubject, sameRequest } from './subject.ts';

/** A dialog that was announced is drawn within this time, or is not whole on the screen. Milliseconds. */
const drawnWithin = 500;

/** A dialog that is not on the screen is given up after so long, whatever else stands there. Milliseconds. */
const unclearAtMost = 2_000;

/** What an event announced last. */
export interface Announced {
  /** When it was heard of, on the clock that never jumps, milliseconds. */
  readonly at: number;
  /** Its dialog has been on the screen: when it is not there any more, it was answered. */
  readonly shown: boolean;
  readonly request: NonNullable<HookReading['request']>;
}

/** What is known about one agent at the moment of a look. */
export interface QuestionFacts {
  readonly launchId: string;
  /** On the clock that never jumps, milliseconds. */
  readonly at: number;
  readonly screen: ScreenReading;
  readonly announced: Announced | null;
  /** What hook and screen together say. */
  readonly state: AgentState;
  /** Since when no look could tell whether the open question is still asked; null when the last look could. */
  readonly unclearSince: number | null;
}

/** What is asked, without what only the book knows (identity, time, state). */
export type Asked = Pick<
  Question,
  'launchId' | 'kind' | 'tool' | 'subject' | 'fingerprint' | 'sources' | 'answers' | 'limit'
>;

/**
 * What a look shows to be asked.
 * @returns null when nothing is asked; `unclear` when this look cannot tell and the next one must
 */
export function askedIn(facts: QuestionFacts): Asked | null | 'unclear' {
  const { screen, announced } = facts;
  if (screen.dialog !== null) return askedOnScreen(facts.launchId, screen.dialog, announced);
  if (screen.state !== null && screen.state !== 'waiting_for_human') return null;
  if (facts.state !== 'waiting_for_human' || announced?.shown === true) {
    // Half-drawn screens last for moments. One that stays unknown, without the dialog, asks nothing that we know.
    const settled =
      screen.state !== null || (facts.state !== 'unknown' && facts.state !== 'waiting_for_human');
    return settled || facts.at - (facts.unclearSince ?? facts.at) >= unclearAtMost ? null : 'unclear';
  }
  if (announced === null) return askedSomehow(facts);
  return facts.at - announced.at < drawnWithin ? 'unclear' : askedByEvent(facts.launchId, announced);
}

/**
 * What a dialog asks is what stands in it, since that is what its key answers. Anything that runs as this person can
 * drop an event, so an event only confirms a dialog, and tells more than the screen of one that it cuts, which is
 * not allowed from outside.
 */
function askedOnScreen(launchId: string, dialog: Dialog, announced: Announced | null): Asked {
  const answers = (['allow', 'deny'] as const).filter((decision) => dialog.keys[decision] !== undefined);
  const isCut = dialog.subject.form === 'other' && answers.join() === 'deny';
  const request = announced?.request ?? null;
  const reported =
    request !== null && (isCut || sameRequest(dialog.subject, request.subject)) ? request : null;
  return {
    launchId,
    kind: dialog.kind,
    tool: dialog.tool ?? reported?.tool ?? null,
    subject: plainSubject(isCut && reported !== null ? reported.subject : dialog.subject),
    fingerprint: dialogFingerprint(launchId, dialog),
    sources: reported === null ? ['screen'] : ['hook', 'screen'],
    answers,
    limit: answers.length === 2 ? null : dialog.limit,
  };
}

function askedByEvent(launchId: string, { at, request }: Announced): Asked {
  return {
    launchId,
    kind: request.kind,
    tool: request.tool,
    subject: plainSubject(request.subject),
    fingerprint: requestFingerprint(launchId, at, request),
    sources: ['hook'],
    answers: [],
    limit: 'The dialog is not whole on the screen. Answer it in the terminal.',
  };
}

/** The screen shows that someone is asked, and nothing says what. */
function askedSomehow({ launchId, screen }: QuestionFacts): Asked {
  return {
    launchId,
    kind: 'other',
    tool: null,
    subject: plainSubject({ form: 'other', text: screen.says }),
    fingerprint: requestFingerprint(launchId, 0, { says: screen.says }),
    sources: ['screen'],
    answers: [],
    limit: 'This dialog is not known. Answer it in the terminal.',
  };
}
