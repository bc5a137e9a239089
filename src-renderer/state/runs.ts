import type { Question } from '../../src-main/contract/question.ts';
import { askerOf, type Fleet, openQuestion } from './fleet.ts';

/** A program that somebody runs in a folder outside of any agent. All that is known of it is what it asks. */
export interface Run {
  readonly id: string;
  /** The folder's name. */
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  /** What is run; null while only its lock is asked about. */
  readonly program: string | null;
  /** When its first open question was asked, epoch milliseconds; null when nothing more is asked. */
  readonly askedAt: number | null;
}

/** A run by its id, also one that asks nothing more; null when it is not known. */
export function runOf(fleet: Fleet, id: string): Run | null {
  let newest: Question | null = null;
  let program: string | null = null;
  for (const question of fleet.questions.values()) {
    if (question.agentId !== null || question.launchId !== id) continue;
    newest = question;
    if (question.subject.form === 'key') program = question.subject.program;
  }
  if (newest === null) return null;
  const askedAt = openQuestion(fleet, id)?.askedAt ?? null;
  return { id, name: newest.agent, folder: newest.folder, program, askedAt };
}

/** The runs that ask something now. */
export function askingRuns(fleet: Fleet): readonly (Run & { readonly askedAt: number })[] {
  const ids = new Set(
    [...fleet.questions.values()]
      .filter(({ agentId }) => agentId === null)
      .map((question) => askerOf(question)),
  );
  return [...ids].flatMap((id) => {
    const run = runOf(fleet, id);
    return run === null || run.askedAt === null ? [] : [{ ...run, askedAt: run.askedAt }];
  });
}
