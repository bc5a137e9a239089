import { plainText } from '../../base/plain-text.ts';
import type { Dialog } from '../runtime.ts';
import type { DialogBody, DialogRule } from './dialog-body.ts';

/** The hint below every dialog that asks for a permission. */
export const approvalHint = 'Press enter to confirm or esc to cancel';

const refusal = 'No, and tell Codex what to do differently (esc)';

/** `Would you like to run the following command?`, where, why, `$` and the command. */
export const commandDialog: DialogRule = (body) => {
  const { rows, runs, list } = body;
  if (rows[0] !== '  Would you like to run the following command?' || list.hint !== approvalHint) return null;
  // The reason is the agent's own text, and all of it is slanted: a `$` in it begins no command.
  const first = rows.findIndex(
    (row, index) => row.startsWith('  $ ') && runs[index]?.every(({ italic }) => !italic) === true,
  );
  if (first < 0 || first >= list.start) return null;
  const head = rows.slice(1, first).filter((row) => row !== '');
  const [place, ...reason] = head.map((row) => row.trim());
  // Elsewhere than on this machine is not known.
  if (place !== 'Environment: local') return null;
  const why = reason.join(' ');
  if (why !== '' && !why.startsWith('Reason: ')) return null;
  const drawn = rows.slice(first, list.start).map((row) => row.slice(2));
  return {
    kind: 'permission',
    tool: 'Bash',
    subject: {
      form: 'command',
      // A wrap and a line break of the command look the same: rows stay rows.
      command: plainText(drawn.join('\n').slice(2).trimEnd()),
      description: why === '' ? null : plainText(why.slice('Reason: '.length)),
    },
    rows,
    ...answersOf(body),
  };
};

/**
 * Allowing is `y`, not Enter: the letter always means this one request, while Enter takes whichever line is marked
 * when it arrives. Verified on 0.171.0.
 */
function answersOf({ list }: DialogBody): Pick<Dialog, 'keys' | 'limit'> {
  const [first, ...others] = list.labels;
  const last = others.pop();
  const isKnown =
    first === 'Yes, proceed (y)' &&
    last === refusal &&
    others.every((label) => /^Yes, and don't ask again .+ \(p\)$/.test(label));
  if (!isKnown) {
    return {
      keys: { deny: 'Escape' },
      limit: 'This permission offers other answers than those that are known. Answer it in the terminal.',
    };
  }
  if (list.marked !== 0) {
    return {
      keys: { deny: 'Escape' },
      limit: 'Another line than the plain "Yes" is marked: someone is answering in the terminal.',
    };
  }
  return { keys: { allow: 'y', deny: 'Escape' }, limit: null };
}

/** `Would you like to make the following edits?` names the file; the lines stand further up, among what was said. */
export const editDialog: DialogRule = ({ rows, list }) => {
  if (rows[0] !== '  Would you like to make the following edits?' || list.hint !== approvalHint) return null;
  const at = rows.findIndex((row) => row.startsWith('  Destination: '));
  if (at < 0 || at >= list.start) return null;
  const place = rows.slice(at, list.start).map((row) => row.trim());
  return {
    kind: 'permission',
    tool: 'apply_patch',
    subject: {
      form: 'edit',
      path: plainText(place.join('').slice('Destination: '.length)),
      change: 'changed',
      lines: [],
    },
    rows,
    keys: { deny: 'Escape' },
    limit: 'The dialog does not show what changes. Read it in the terminal and answer there.',
  };
};

export const permissionRules: readonly DialogRule[] = [commandDialog, editDialog];
