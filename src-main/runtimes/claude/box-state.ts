import { plainLine } from '../../base/plain-text.ts';
import type { Screen, ScreenReading } from '../runtime.ts';
import { colourOf, type Run } from '../styled-rows.ts';
import { type InputBox, isTaskCount } from './regions.ts';

type BoxReading = Pick<ScreenReading, 'state' | 'reason' | 'says' | 'source'>;

const spinner = /^[·✢✳✶✻✽*] \S.*…(?: \(.*\))?$/;
const retrying = /^[·✢✳✶✻✽*] API error · Retrying in \d+s · attempt (\d+)\/(\d+)$/;
const finished = /^✻ \S+ for \d+[hms](?: \d+[ms])*$/;

/** What a screen with an input box says. The box stays while the program works, so every sign of work goes first. */
export function boxState(screen: Screen, box: InputBox, runs: readonly (readonly Run[])[]): BoxReading {
  const { lines, title } = screen;
  const work = lines[workRow(lines, box.top)] ?? '';
  const attempt = retrying.exec(work);
  if (attempt !== null) return busy(`the provider failed, attempt ${attempt[1]} of ${attempt[2]}`, 'screen');
  if (hasBusySign(title)) return busy('spinner in the title', 'title');
  if (spinner.test(work)) return busy('spinner above the input box', 'screen');
  if (lines.slice(box.bottom + 1).some((row) => /^ {2}(?:.* · )?esc to interrupt\b/.test(row))) {
    return busy('the hint below the input box says "esc to interrupt"', 'screen');
  }
  const failure = providerFailure(lines, runs, box.top);
  if (failure !== null) {
    return { state: 'blocked', reason: 'provider', says: plainLine(failure, 160), source: 'screen' };
  }
  return { state: 'idle', reason: null, says: 'input box, nothing at work', source: 'screen' };
}

function busy(says: string, source: 'screen' | 'title'): BoxReading {
  return { state: 'busy', reason: null, says, source };
}

/** The sign at the very start of the title; the rest of it is written by the model. */
export function hasBusySign(title: string): boolean {
  return /^[\u2801-\u28ff] /.test(title);
}

/** Index of the row where a spinner stands: above the box and whatever is indented over it; agents' words are indented or marked. */
function workRow(lines: readonly string[], top: number): number {
  let row = top - 1;
  while (row >= 0 && /^(?: {2}.*|\s*)$/.test(lines[row] ?? '')) row -= 1;
  return row;
}

/**
 * The newest output when it is the program's own report of a failing provider. It is told from the same words in an
 * agent's answer by its colour: an answer's sign and its text differ, a report's are the same; and a report that
 * stands below the person's words, where an agent's never does, has a colour of its own.
 */
function providerFailure(
  lines: readonly string[],
  runs: readonly (readonly Run[])[],
  top: number,
): string | null {
  const text = (row: number): string => lines[row] ?? '';
  let end = top - 1;
  const isPassed = (row: string): boolean =>
    row.trim() === '' || finished.test(row) || isTaskCount(row) || /^ {2}[◻◼✔☐☒] /.test(row);
  while (end >= 0 && isPassed(text(end))) end -= 1;
  let start = end;
  while (start > 0 && text(start - 1).trim() !== '') start -= 1;
  if (end < 0) return null;

  const words = (from: number): string =>
    lines
      .slice(from, end + 1)
      .map((row) => row.trim())
      .join(' ');
  if (text(start).startsWith('● API Error: ')) {
    const isReport = colourOf(runs[start] ?? []) !== null;
    return isReport ? words(start).slice(2) : null;
  }
  const report = /^ {2}⎿ [ \u00a0]((?:Invalid API key|Credit balance too low|API Error:).*)$/.exec(text(end));
  if (report === null || !text(start).startsWith('❯ ')) return null;
  const [sign, ...rest] = (runs[end] ?? []).filter((run) => run.text.trim() !== '');
  const colour = colourOf(rest);
  return colour !== null && colour !== sign?.colour ? (report[1] ?? null) : null;
}
