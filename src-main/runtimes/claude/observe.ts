import type { Screen, ScreenReading } from '../runtime.ts';
import { type Run, styledRows } from '../styled-rows.ts';
import { boxState, hasBusySign } from './box-state.ts';
import { dialogOn } from './dialogs.ts';
import { type InputBox, inputBox } from './regions.ts';

/** What a pane with Claude Code says. Seen on 2.1.197, which draws on the normal screen. */
export function observe(screen: Screen): ScreenReading {
  // Only what Claude Code calls for a while, such as an editor, takes the other screen; its words prove nothing.
  if (!screen.alternate) {
    const box = inputBox(screen);
    if (box !== null) {
      const runs = styledRows(screen.styled);
      return { ...boxState(screen, box, runs), dialog: null, input: inputOf(screen, box, runs) };
    }
    const open = dialogOn(screen);
    if (open !== null) {
      const { dialog, reason, says } = open;
      return { state: 'waiting_for_human', reason, says, source: 'screen', dialog, input: 'none' };
    }
  }
  if (hasBusySign(screen.title)) {
    return reading('busy', 'spinner in the title', 'title');
  }
  if (screen.alternate) return reading(null, 'another program has the whole screen', 'screen');
  const isBlank = screen.lines.every((row) => row.trim() === '');
  return reading(null, isBlank ? 'nothing on the screen' : 'no input box and no known dialog', 'screen');
}

function reading(state: 'busy' | null, says: string, source: 'screen' | 'title'): ScreenReading {
  return { state, reason: null, says, source, dialog: null, input: 'none' };
}

/** A placeholder is drawn dim, but for its first letter, on which the cursor stands. */
function inputOf(screen: Screen, box: InputBox, runs: readonly (readonly Run[])[]): 'empty' | 'draft' {
  const first = screen.lines[box.top + 1] ?? '';
  // In shell mode Enter runs whatever is pasted: never an empty box.
  if (first.startsWith('!')) return 'draft';
  const text = screen.lines
    .slice(box.top + 1, box.bottom)
    .join('')
    .slice(1)
    .trim();
  if (text === '') return 'empty';
  const drawn = runs.slice(box.top + 1, box.bottom).flat();
  const characters = drawn.flatMap((run) => [...run.text].map((character) => ({ character, dim: run.dim })));
  const [, ...rest] = characters.filter(({ character }) => character.trim() !== '').slice(1);
  return rest.length > 0 && rest.every(({ dim }) => dim) ? 'empty' : 'draft';
}
