import { plainText } from '../../base/plain-text.ts';
import type { StateReason } from '../../contract/state.ts';
import type { Dialog, Screen } from '../runtime.ts';
import { styledRows } from '../styled-rows.ts';
import { choiceRules } from './choice-dialogs.ts';
import type { DialogBody } from './dialog-body.ts';
import { optionListAt } from './option-list.ts';
import { asksForPermission, permissionRules } from './permission-dialogs.ts';
import { isRule, lastRow } from './regions.ts';

const rules = [...permissionRules, ...choiceRules];

/** An open dialog and what it makes the agent wait for. */
export interface OpenDialog {
  readonly dialog: Dialog;
  readonly reason: StateReason;
  readonly says: string;
}

/**
 * The dialog at the bottom of the screen, for a screen whose cursor stands in no input box. Words alone are never
 * enough, since an agent may print any: the cursor must stand on the marked line, where only the program places it;
 * the dialog must be the last thing on the screen; and from its top rule to its hint every part must be there.
 */
export function dialogOn(screen: Screen): OpenDialog | null {
  const { lines, columns, cursor } = screen;
  if (!/^ {0,2}❯ /.test(lines[cursor.row] ?? '')) return null;
  const end = lastRow(lines) + 1;
  const runs = styledRows(screen.styled);
  // The lowest rule comes first, so that a dialog printed further up is not joined with a real one.
  for (let top = cursor.row - 1; top >= 0; top -= 1) {
    if (!isRule(lines[top] ?? '', columns)) continue;
    // Two rules on end are one rule for a wider screen, wrapped: this picture is about to be drawn anew.
    if (isRule(lines[top - 1] ?? '', columns)) continue;
    const rows = lines.slice(top + 1, end);
    const body: DialogBody = {
      rows,
      runs: runs.slice(top + 1, end),
      cursor: cursor.row - top - 1,
      columns,
      list: optionListAt(rows, cursor.row - top - 1, columns),
    };
    for (const rule of rules) {
      const dialog = rule(body);
      if (dialog !== null)
        return { dialog, reason: reasonOf(dialog), says: `${dialog.tool ?? 'start'} dialog` };
    }
  }
  return unknownDialog(lines.slice(0, end), cursor.row, columns);
}

function reasonOf(dialog: Dialog): StateReason {
  return dialog.kind === 'other' ? 'question' : dialog.kind;
}

/** A dialog that no rule knows, or one whose upper part is not on the screen. */
function unknownDialog(lines: readonly string[], cursor: number, columns: number): OpenDialog | null {
  const list = optionListAt(lines, cursor, columns);
  const tail = lines.slice(cursor).join(' ');
  if (list === null && !/\bEsc to cancel\b/i.test(tail)) return null;
  const top = lines.findLastIndex((row, index) => index < cursor && isRule(row, columns));
  const rows = lines.slice(top + 1);
  const isPermission = list !== null && asksForPermission(list);
  const isCut = isPermission && top < 0;
  return {
    dialog: {
      kind: 'other',
      tool: null,
      subject: { form: 'other', text: plainText(rows.map((row) => row.trimEnd()).join('\n')).trim() },
      rows,
      keys: isPermission ? { deny: 'Escape' } : {},
      limit: isCut
        ? 'The dialog is taller than the screen. Read the whole of it in the terminal and answer there.'
        : 'This dialog is not known. Answer it in the terminal.',
    },
    reason: isPermission ? 'permission' : 'question',
    says: isCut ? 'permission dialog without its upper part' : 'a dialog that no rule knows',
  };
}
