import { z } from 'zod';
import { plainText } from '../../base/plain-text.ts';
import type { QuestionSubject } from '../../contract/question.ts';
import type { HookReading } from '../runtime.ts';
import { changedLines } from './changed-lines.ts';

type Request = NonNullable<HookReading['request']>;

const command = z.object({ command: z.string(), description: z.string().optional() });
const write = z.object({ file_path: z.string(), content: z.string() });
const edit = z.object({ file_path: z.string(), old_string: z.string(), new_string: z.string() });
const fetch = z.object({ url: z.string() });
const plan = z.object({ plan: z.string() });
const questions = z.object({
  questions: z
    .array(z.object({ question: z.string(), options: z.array(z.object({ label: z.string() })) }))
    .min(1),
});

/** What each tool asks for, from its input; null when the input is not the tool's. */
const subjects: Readonly<Record<string, (input: unknown) => QuestionSubject | null>> = {
  Bash: (input) => {
    const { data } = command.safeParse(input);
    if (data === undefined) return null;
    const description = data.description === undefined ? null : plainText(data.description);
    return { form: 'command', command: plainText(data.command), description };
  },
  Write: (input) => {
    const { data } = write.safeParse(input);
    if (data === undefined) return null;
    // Whether the file is there already is not told. "Changed" promises less than "created".
    return {
      form: 'edit',
      path: plainText(data.file_path),
      change: 'changed',
      lines: changedLines('', data.content),
    };
  },
  Edit: (input) => {
    const { data } = edit.safeParse(input);
    if (data === undefined) return null;
    const lines = changedLines(data.old_string, data.new_string);
    return { form: 'edit', path: plainText(data.file_path), change: 'changed', lines };
  },
  WebFetch: (input) => {
    const { data } = fetch.safeParse(input);
    return data === undefined ? null : { form: 'fetch', address: plainText(data.url) };
  },
  AskUserQuestion: (input) => {
    const { data } = questions.safeParse(input);
    if (data === undefined) return null;
    return {
      form: 'choice',
      text: data.questions.map(({ question }) => plainText(question)).join('\n'),
      options: data.questions.flatMap(({ options }) => options.map(({ label }) => plainText(label))),
    };
  },
  ExitPlanMode: (input) => {
    const { data } = plan.safeParse(input);
    return data === undefined ? null : { form: 'plan', markdown: plainText(data.plan) };
  },
};

const kinds: Readonly<Record<string, Request['kind']>> = {
  AskUserQuestion: 'question',
  ExitPlanMode: 'plan',
};

/** What a tool asks for, whole. A tool without a form of its own is shown with its input as it came. */
export function requestOf(tool: string, input: unknown): Request {
  const known = Object.hasOwn(subjects, tool) ? subjects[tool]?.(input) : null;
  const kind = Object.hasOwn(kinds, tool) ? kinds[tool] : undefined;
  return {
    kind: kind ?? 'permission',
    tool: plainText(tool),
    subject: known ?? {
      form: 'other',
      text: plainText(`${tool} ${input === undefined ? '' : JSON.stringify(input)}`),
    },
  };
}
