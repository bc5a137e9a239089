import type { QuestionSubject } from '../../contract/question.ts';

export type DiffLine = Extract<QuestionSubject, { form: 'edit' }>['lines'][number];

/**
 * The rows of a dialog's diff. In a new file no sign is drawn: every line is added.
 * @param rows what stands between the dashed rules
 */
export function diffLines(rows: readonly string[], change: 'created' | 'changed'): DiffLine[] {
  const form = change === 'created' ? /^ *(\d+)(?: (.*))?$/ : /^ *(\d+)(?: ([-+ ]?)(.*))?$/;
  const lines: DiffLine[] = [];
  for (const row of rows) {
    const match = form.exec(row);
    const last = lines.at(-1);
    if (match === null) {
      // A long line goes on in rows without a number.
      if (last === undefined) lines.push({ sign: ' ', number: null, text: row.trim() });
      else lines[lines.length - 1] = { ...last, text: `${last.text}${row.trimStart()}` };
      continue;
    }
    const number = Number(match[1]);
    if (change === 'created') lines.push({ sign: '+', number, text: match[2] ?? '' });
    else lines.push({ sign: signOf(match[2]), number, text: match[3] ?? '' });
  }
  return lines;
}

function signOf(drawn: string | undefined): DiffLine['sign'] {
  return drawn === '+' || drawn === '-' ? drawn : ' ';
}
