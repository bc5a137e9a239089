import type { Question } from '../../src-main/contract/question.ts';
import { askerOf, type Fleet, openQuestion } from './fleet.ts';
import { holdsPlace, type Phase, phaseOf, type QuestionLife, staysShown } from './question-life.ts';

export type Lives = ReadonlyMap<string, QuestionLife>;

/** What stands in the dock under an agent's terminal, or in that of a run. */
export interface Docked {
  readonly question: Question;
  /** `unshown`: its card has not been on screen yet. */
  readonly phase: Phase | { readonly is: 'unshown' };
}

/** What the dock of one agent or run shows now; null when nothing is asked and no end is to be read. */
export function dockOf(
  fleet: Fleet,
  lives: Lives,
  asker: string,
  now: number,
  pointed: boolean,
): Docked | null {
  const open = openQuestion(fleet, asker);
  const ended = newestEnd(fleet, lives, asker, now, pointed);
  if (ended !== null && (open === null || ended.question.id === open.id || ended.holds)) return ended;
  if (open === null) return null;
  const life = lives.get(open.id);
  const unshown = life === undefined || life.hidden;
  return { question: open, phase: unshown ? { is: 'unshown' } : phaseOf(open, life, now) };
}

interface Ended extends Docked {
  readonly holds: boolean;
}

function newestEnd(fleet: Fleet, lives: Lives, asker: string, now: number, pointed: boolean): Ended | null {
  let newest: { ended: Ended; at: number } | null = null;
  for (const question of fleet.questions.values()) {
    const life = lives.get(question.id);
    if (askerOf(question) !== asker || life === undefined || life.hidden) continue;
    const phase = phaseOf(question, life, now);
    const at = life.settledAt ?? now;
    if (!staysShown(phase, life, now, pointed) || (newest !== null && newest.at >= at)) continue;
    newest = { ended: { question, phase, holds: holdsPlace(phase, life, now) }, at };
  }
  return newest?.ended ?? null;
}
