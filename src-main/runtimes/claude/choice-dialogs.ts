import { plainText } from '../../base/plain-text.ts';
import { type DialogRule, headOf } from './dialog-body.ts';
import { isDashedRule, isRule } from './regions.ts';
import { unwrapped } from './wrapped-text.ts';

const optionForm = /^(❯| ) \d{1,2}\. (?:\[.\] )?(.*)$/;
/** Lines that the program adds to every question of the agent. */
const ownOptions = new Set(['Type something.', 'Type something', 'Chat about this']);

/** A question of the agent (AskUserQuestion): a header with a box for each question, its options, a hint. */
export const questionDialog: DialogRule = (body) => {
  const { rows, columns, cursor } = body;
  if (!/^(?: [☐☒] .+|← {2}[☐☒] .+ → *)$/.test(rows[0] ?? '')) return null;
  const isReview = body.list?.question === 'Ready to submit your answers?' && body.list.footer === '';
  if (!isReview && !/^Enter to select · .*Esc to cancel$/.test(rows.at(-1) ?? '')) return null;
  const first = rows.findIndex((row) => optionForm.test(row));
  const marks = rows.flatMap((row, index) => (optionForm.exec(row)?.[1] === '❯' ? [index] : []));
  if (first < 0 || !marks.includes(cursor)) return null;
  const labels = rows
    .flatMap((row) => optionForm.exec(row)?.[2] ?? [])
    .filter((label) => !ownOptions.has(label));
  const asked = rows.slice(1, first).filter((row) => row.trim() !== '' && !isRule(row, columns));
  return {
    kind: 'question',
    tool: 'AskUserQuestion',
    subject: {
      form: 'choice',
      text: plainText(
        unwrapped(
          asked.map((row) => row.trim()),
          columns,
        ),
      ),
      options: labels.map((label) => plainText(label)),
    },
    rows,
    keys: { deny: 'Escape' },
    limit: 'The agent asks for a choice. Choose in the terminal.',
  };
};

/** `Ready to code?` with the plan between dashed rules. */
export const planDialog: DialogRule = (body) => {
  const { list, rows, columns } = body;
  if (list === null || rows[0] !== ' Ready to code?' || !/Would you like to proceed\?$/.test(list.question))
    return null;
  if (!list.footer.startsWith('ctrl+g to edit in ')) return null;
  const opening = rows.findIndex((row) => isDashedRule(row, columns));
  const closing = rows.findLastIndex((row) => isDashedRule(row, columns));
  if (opening < 0 || closing <= opening || closing >= list.start) return null;
  return {
    kind: 'plan',
    tool: 'ExitPlanMode',
    subject: {
      form: 'plan',
      markdown: plainText(
        rows
          .slice(opening + 1, closing)
          .map((row) => row.replace(/^ /, ''))
          .join('\n'),
      ),
    },
    rows,
    keys: { deny: 'Escape' },
    limit: 'Accepting a plan also chooses how the agent goes on. Choose in the terminal.',
  };
};

const startTitles: Readonly<Record<string, string>> = {
  'Accessing workspace:': 'Whether this folder is trusted is for a person at the terminal to say.',
  'Detected a custom API key in your environment':
    'Which key is used is for a person at the terminal to say.',
  'WARNING: Claude Code running in Bypass Permissions mode':
    'Doing without permissions is for a person at the terminal to accept.',
};

/** What comes before the first box: trust in the folder, a key in the environment, running without permissions. */
export const startDialog: DialogRule = (body) => {
  const head = headOf(body);
  const limit = startTitles[head[0]?.trim() ?? ''];
  if (body.list?.footer !== 'Enter to confirm · Esc to cancel' || limit === undefined) return null;
  return {
    kind: 'other',
    tool: null,
    subject: { form: 'other', text: plainText(body.rows.map((row) => row.trim()).join('\n')) },
    rows: body.rows,
    keys: {},
    limit,
  };
};

export const choiceRules: readonly DialogRule[] = [questionDialog, planDialog, startDialog];
