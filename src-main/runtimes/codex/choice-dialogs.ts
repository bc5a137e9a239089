import { plainText } from '../../base/plain-text.ts';
import type { DialogRule } from './dialog-body.ts';

/** The line that Codex adds to every question of the agent. */
const ownOption = /^None of the above\b/;

/** `Question 1/1 (1 unanswered)`, the question, its options. */
export const questionDialog: DialogRule = ({ rows, list }) => {
  if (!/^ {2}Question \d+\/\d+ \(/.test(rows[0] ?? '') || !/\besc to interrupt$/.test(list.hint)) return null;
  const asked = rows.slice(1, list.start).map((row) => row.trim());
  const labels = list.labels.filter((label) => !ownOption.test(label));
  return {
    kind: 'question',
    tool: 'request_user_input',
    subject: {
      form: 'choice',
      text: plainText(asked.filter((row) => row !== '').join(' ')),
      // Behind a label, two blanks or more away, stands what it means.
      options: labels.map((label) => plainText(label.split(/ {2,}/, 1)[0] ?? '')),
    },
    rows,
    keys: { deny: 'Escape' },
    limit: 'The agent asks for a choice. Choose in the terminal.',
  };
};

/** `Implement this plan?` comes when a turn in plan mode has ended; the plan stands above it. */
export const planDialog: DialogRule = ({ rows, list }) => {
  if (rows[0] !== '  Implement this plan?' || list.hint !== 'enter select · esc back') return null;
  return {
    kind: 'plan',
    tool: null,
    subject: { form: 'other', text: plainText(rows.map((row) => row.trim()).join('\n')).trim() },
    rows,
    keys: { deny: 'Escape' },
    limit: 'Accepting a plan also chooses how the agent goes on. Choose in the terminal.',
  };
};

const pages: readonly (readonly [title: RegExp, limit: string])[] = [
  [/^ {2}Folder access$/, 'Whether this folder is trusted is for a person at the terminal to say.'],
  [/^ {2}Hooks need review$/, 'Which hooks are trusted is for a person at the terminal to say.'],
  [/^ {2}Update available · /, 'Whether Codex is updated is for a person at the terminal to say.'],
];

/** What comes before the first box: trust in the folder and in hooks, an update. */
export const startDialog: DialogRule = ({ rows }) => {
  const limit = pages.find(([title]) => title.test(rows[0] ?? ''))?.[1];
  if (limit === undefined) return null;
  return {
    kind: 'other',
    tool: null,
    subject: { form: 'other', text: plainText(rows.map((row) => row.trim()).join('\n')) },
    rows,
    keys: {},
    limit,
  };
};

export const choiceRules: readonly DialogRule[] = [questionDialog, planDialog, startDialog];
