import type { Screen, ScreenReading } from '../runtime.ts';
import { type Run, styledRows } from '../styled-rows.ts';
import { boxState, hasBusySign } from './box-state.ts';
import { dialogOn } from './dialogs.ts';
import { type InputBox, inputBox } from './regions.ts';

/** What a pane with Codex says. Seen on 0.171.0, which draws on the alternate screen. */
export function observe(screen: Screen): ScreenReading {
  const runs = styledRows(screen.styled);
  const box = screen.alternate ? inputBox(screen, runs) : null;
  if (box !== null) {
    return { ...boxState(screen, box, runs), dialog: null, input: inputOf(screen, box, runs) };
  }
  const open = screen.alternate ? dialogOn(screen, runs) : null;
  if (open !== null) {
    return { state: 'waiting_for_human', source: 'screen', input: 'none', ...open };
  }
  const nothing = { reason: null, dialog: null, input: 'none' } as const;
  if (hasBusySign(screen.title)) {
    return { ...nothing, state: 'busy', says: 'spinner in the title', source: 'title' };
  }
  const isBlank = screen.lines.every((row) => row.trim() === '');
  const says = isBlank ? 'nothing on the screen' : 'no input box and no known dialog';
  return { ...nothing, state: null, says, source: 'screen' };
}

/** The placeholder of an empty box is dim. */
function inputOf(screen: Screen, box: InputBox, runs: readonly (readonly Run[])[]): 'empty' | 'draft' {
  // In shell mode Enter runs whatever is pasted: never an empty box.
  if (box.sign === '!') return 'draft';
  const [first, ...rest] = runs.slice(box.top, box.bottom + 1);
  const isShown = (run: Run): boolean => run.text.trim() !== '' && !run.dim;
  const typed = [...(first ?? []).filter((run) => run.text.trim() !== '›'), ...rest.flat()].some(isShown);
  return typed || screen.cursor.column > 2 ? 'draft' : 'empty';
}
