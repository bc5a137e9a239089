import { plainLine } from '../../base/plain-text.ts';
import type { Screen, ScreenReading } from '../runtime.ts';
import { colourOf, type Run } from '../styled-rows.ts';
import type { InputBox } from './regions.ts';

type BoxReading = Pick<ScreenReading, 'state' | 'reason' | 'says' | 'source'>;

const working = /^• Working \((?:\d+[hms] ?)+ • esc to interrupt\)/;
/** Red, in which Codex draws its own failures. */
const red = '38;5;1';

/** What a screen with an input box says. The box stays while Codex works, so every sign of work goes first. */
export function boxState(screen: Screen, box: InputBox, runs: readonly (readonly Run[])[]): BoxReading {
  const { lines, title } = screen;
  if (hasBusySign(title)) return busy('spinner in the title', 'title');
  const last = lines.findLastIndex((row, index) => index < box.top && row.trim() !== '');
  if (working.test(lines[last] ?? '')) return busy('"Working" above the input box', 'screen');
  const failure = providerFailure(lines, runs, last);
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

/**
 * The newest output when it is Codex's own report of a failing provider: red from the left edge, where an agent's
 * words never stand.
 */
function providerFailure(
  lines: readonly string[],
  runs: readonly (readonly Run[])[],
  last: number,
): string | null {
  let first = last;
  while (first > 0 && (lines[first - 1] ?? '').trim() !== '') first -= 1;
  const words = lines.slice(first, last + 1);
  if (words[0]?.startsWith('■ ') !== true || words[0].startsWith('■ Conversation interrupted')) return null;
  const isRed = runs.slice(first, last + 1).every((row) => colourOf(row) === red);
  return isRed ? words.join(' ').slice(2) : null;
}
