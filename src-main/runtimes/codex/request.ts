import path from 'node:path';
import { z } from 'zod';
import { plainText } from '../../base/plain-text.ts';
import type { QuestionSubject } from '../../contract/question.ts';
import type { HookReading } from '../runtime.ts';

type Request = NonNullable<HookReading['request']>;
type EditSubject = Extract<QuestionSubject, { form: 'edit' }>;

const command = z.object({ command: z.string(), description: z.string().nullish() });
const questions = z.object({
  questions: z
    .array(z.object({ question: z.string(), options: z.array(z.object({ label: z.string() })) }))
    .min(1),
});

/**
 * What a tool asks for, whole. A tool without a form of its own is shown with its input as it came.
 * @param event `cwd`: the agent's folder, which paths of a patch start from
 */
export function requestOf(event: {
  readonly tool_name: string;
  readonly tool_input?: unknown;
  readonly cwd?: string | undefined;
}): Request {
  const { tool_name: tool, tool_input: input } = event;
  const subject = subjectOf(tool, input, event.cwd ?? '/') ?? {
    form: 'other',
    text: plainText(`${tool} ${input === undefined ? '' : JSON.stringify(input)}`),
  };
  return {
    kind: tool === 'request_user_input' ? 'question' : 'permission',
    tool: plainText(tool),
    subject,
  };
}

function subjectOf(tool: string, input: unknown, folder: string): QuestionSubject | null {
  if (tool === 'request_user_input') {
    const { data } = questions.safeParse(input);
    if (data === undefined) return null;
    return {
      form: 'choice',
      text: data.questions.map(({ question }) => plainText(question)).join('\n'),
      options: data.questions.flatMap(({ options }) => options.map(({ label }) => plainText(label))),
    };
  }
  const { data } = command.safeParse(input);
  if (data === undefined) return null;
  if (tool === 'apply_patch') return patchSubject(data.command, folder);
  if (tool !== 'Bash') return null;
  const description = data.description == null ? null : plainText(data.description);
  return { form: 'command', command: plainText(data.command), description };
}

const fileForm = /^\*\*\* (Add|Update) File: (.+)$/;

/** A patch that adds or changes one file; null for any other, which is shown as it came. */
function patchSubject(patch: string, folder: string): EditSubject | null {
  const rows = patch.trimEnd().split('\n');
  const heads = rows.filter((row) => row.startsWith('*** '));
  const [, kind, file] = fileForm.exec(heads[1] ?? '') ?? [];
  if (heads.length !== 3 || kind === undefined || file === undefined) return null;
  return {
    form: 'edit',
    path: plainText(path.resolve(folder, file)),
    change: kind === 'Add' ? 'created' : 'changed',
    lines: rows
      .filter((row) => /^[-+ ]/.test(row))
      .map((row) => ({ sign: signOf(row), number: null, text: plainText(row.slice(1)) })),
  };
}

function signOf(row: string): EditSubject['lines'][number]['sign'] {
  if (row.startsWith('+')) return '+';
  return row.startsWith('-') ? '-' : ' ';
}
