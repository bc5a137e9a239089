import { plainText } from '../../base/plain-text.ts';
import { colourOf } from '../styled-rows.ts';
import { type DialogBody, type DialogRule, headOf } from './dialog-body.ts';
import { diffLines } from './diff-lines.ts';
import type { OptionList } from './option-list.ts';
import { permissionAnswers } from './permission-answers.ts';
import { isDashedRule } from './regions.ts';
import { unwrapped } from './wrapped-text.ts';

/** Blanks before and behind a command in its dialog. */
const commandIndent = 3;

/** `Bash command`, the command with its description, notes, `Do you want to proceed?`. */
export const commandDialog: DialogRule = (body) => {
  const { list, rows, columns } = body;
  if (list === null || rows[0] !== ' Bash command' || rows[1] !== '') return null;
  if (list.question !== 'Do you want to proceed?' || !/^Esc to cancel( · .*)?$/.test(list.footer))
    return null;
  let end = 2;
  while (end < list.start && /^(?: {3}.*)?$/.test(rows[end] ?? '-')) end += 1;
  while ((rows[end - 1] ?? '-') === '') end -= 1;
  if (end <= 2) return null;
  const from = startOfDescription(body, 2, end);
  const drawn = (first: number, last: number): readonly string[] =>
    rows.slice(first, last).map((row) => row.slice(commandIndent));
  const description = unwrapped(drawn(from, end), columns - 2 * commandIndent);
  return {
    kind: 'permission',
    tool: 'Bash',
    subject: {
      form: 'command',
      // A full row may end in a line break of the command, behind which stands another command: rows stay rows.
      command: plainText(drawn(2, from).join('\n')),
      description: from === end ? null : plainText(description),
    },
    rows,
    ...permissionAnswers(list, 'Esc to cancel · Tab to amend · ctrl+e to explain', 'No'),
  };
};

/** The description comes last and is drawn in one colour of its own; the command is drawn in the terminal's. */
function startOfDescription(body: DialogBody, first: number, end: number): number {
  let start = end;
  while (start > first && colourOf(body.runs[start - 1] ?? []) !== null) start -= 1;
  return start === first ? end : start;
}

const editTitles: Readonly<
  Record<string, { change: 'created' | 'changed'; tool: string; question: RegExp }>
> = {
  ' Create file': { change: 'created', tool: 'Write', question: /^Do you want to create (.+)\?$/ },
  ' Edit file': { change: 'changed', tool: 'Edit', question: /^Do you want to make this edit to (.+)\?$/ },
};

/** `Create file` or `Edit file`, its path, the lines between dashed rules. */
export const editDialog: DialogRule = (body) => {
  const { list, rows, columns } = body;
  const title = editTitles[rows[0] ?? ''];
  if (list === null || title === undefined || !/^Esc to cancel( · .*)?$/.test(list.footer)) return null;
  const opening = rows.findIndex((row) => isDashedRule(row, columns));
  const closing = list.start - 1;
  if (opening < 2 || closing <= opening || !isDashedRule(rows[closing] ?? '', columns)) return null;
  const path = rows
    .slice(1, opening)
    .map((row) => row.trim())
    .join('');
  const named = title.question.exec(list.question)?.[1];
  if (named === undefined || path === '' || !path.endsWith(named)) return null;
  const drawn = diffLines(rows.slice(opening + 1, closing), title.change);
  return {
    kind: 'permission',
    tool: title.tool,
    subject: {
      form: 'edit',
      path: plainText(path),
      change: title.change,
      lines: drawn.map((line) => ({ ...line, text: plainText(line.text) })),
    },
    rows,
    // For a moment the program draws `…` where the lines will stand: nobody may allow what cannot be read.
    ...(drawn.some(({ number }) => number !== null)
      ? permissionAnswers(list, 'Esc to cancel · Tab to amend', 'No')
      : {
          keys: { deny: 'Escape' },
          limit: 'The lines are not drawn. Read and answer them in the terminal.',
        }),
  };
};

/** `Fetch`, its arguments, the question. It has no hint below: its last line names the key. */
export const fetchDialog: DialogRule = (body) => {
  const { list, rows } = body;
  if (list === null || rows[0] !== ' Fetch' || rows[1] !== '') return null;
  if (list.question !== 'Do you want to allow Claude to fetch this content?' || list.footer !== '')
    return null;
  const given = headOf(body)
    .slice(1)
    .map((row) => row.trim())
    .join('');
  const address = /^url: "([^"]+)"/.exec(given)?.[1];
  const refusal = 'No, and tell Claude what to do differently (esc)';
  // Without its last line the dialog is not whole, and nothing tells that Escape refuses.
  if (address === undefined || list.options.at(-1)?.label !== refusal) return null;
  return {
    kind: 'permission',
    tool: 'WebFetch',
    subject: { form: 'fetch', address: plainText(address) },
    rows,
    ...permissionAnswers(list, '', refusal),
  };
};

export const permissionRules: readonly DialogRule[] = [commandDialog, editDialog, fetchDialog];

/** Whether an option list is a permission's, which Escape refuses, whatever stands above it. */
export function asksForPermission(list: OptionList): boolean {
  const question =
    /^Do you want to (?:proceed|make this edit to .+|create .+|allow Claude to fetch this content)\?$/;
  const namesEscape =
    /^Esc to cancel\b/.test(list.footer) || /\(esc\)$/.test(list.options.at(-1)?.label ?? '');
  return question.test(list.question) && namesEscape;
}
