import { plainText } from '../../base/plain-text.ts';
import type { StateReason } from '../../contract/state.ts';
import type { Dialog, Screen } from '../runtime.ts';
import type { Run } from '../styled-rows.ts';
import { choiceRules } from './choice-dialogs.ts';
import type { DialogBody } from './dialog-body.ts';
import { type OptionList, optionListAt } from './option-list.ts';
import { approvalHint, permissionRules } from './permission-dialogs.ts';
import { lastRow } from './regions.ts';

const rules = [...permissionRules, ...choiceRules];

/** An open dialog and what it makes the agent wait for. */
export interface OpenDialog {
  readonly dialog: Dialog;
  readonly reason: StateReason;
  readonly says: string;
}

/**
 * The dialog at the bottom of a screen without an input box. While none is open the box stands at the bottom and shows
 * the cursor, so that no words of the agent can stand there: the cursor must be hidden, the marked line inverse, and the
 * heading bold, which nothing in a dialog but its heading is from the left edge on.
 */
export function dialogOn(screen: Screen, runs: readonly (readonly Run[])[]): OpenDialog | null {
  const { lines, columns, cursor } = screen;
  const last = lastRow(lines);
  const list = cursor.visible ? null : optionListAt(lines, runs, last);
  if (list === null) return null;
  // The lowest heading is the dialog's own: one further up belongs to what the agent wrote.
  let top = list.start - 1;
  while (top >= 0 && !isHeading(lines[top] ?? '', runs[top] ?? [])) top -= 1;
  if (top < 0) return unknownDialog(lines.slice(0, last + 1), list);
  const body: DialogBody = {
    rows: lines.slice(top, last + 1),
    runs: runs.slice(top, last + 1),
    list: { ...list, start: list.start - top },
  };
  // Codex wraps before the edge. A row that reaches it was cut there: this is a picture for another width.
  const isWhole = body.rows.every((row) => row.length < columns);
  for (const rule of isWhole ? rules : []) {
    const dialog = rule(body);
    if (dialog !== null)
      return { dialog, reason: reasonOf(dialog), says: `dialog "${body.rows[0]?.trim()}"` };
  }
  return unknownDialog(body.rows, body.list);
}

/** A whole row in bold, or one that begins so and goes on dim; the heading of a question is dim and numbered. */
function isHeading(row: string, runs: readonly Run[]): boolean {
  const [first] = runs.filter(({ text }) => text.trim() !== '');
  if (!/^ {2}\S/.test(row) || first === undefined || first.inverse) return false;
  return (first.bold && first.colour === null) || (first.dim && /^ {2}Question \d+\/\d+ \(/.test(row));
}

function reasonOf(dialog: Dialog): StateReason {
  return dialog.kind === 'other' ? 'question' : dialog.kind;
}

/** A dialog that no rule knows, or one whose upper part is not on the screen. */
function unknownDialog(rows: readonly string[], list: OptionList): OpenDialog {
  const isPermission = list.hint === approvalHint;
  return {
    dialog: {
      kind: 'other',
      tool: null,
      subject: { form: 'other', text: plainText(rows.join('\n')).trim() },
      rows,
      keys: isPermission ? { deny: 'Escape' } : {},
      limit: isPermission
        ? 'The dialog is not whole on the screen. Read the whole of it in the terminal and answer there.'
        : 'This dialog is not known. Answer it in the terminal.',
    },
    reason: isPermission ? 'permission' : 'question',
    says: isPermission ? 'permission dialog without its upper part' : 'a dialog that no rule knows',
  };
}
