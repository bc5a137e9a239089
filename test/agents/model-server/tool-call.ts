import path from 'node:path';
import type { Conversation, OfferedTool } from './conversation.ts';
import type { ToolDirective } from './directives.ts';
import { exampleOf } from './example-of.ts';

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Names under which agents offer the tool that a directive means, best first. */
const toolNames: Readonly<Record<Exclude<ToolDirective['verb'], 'tool'>, readonly RegExp[]>> = {
  run: [/^bash$/i, /shell|exec|bash/i],
  write: [/^write$/i, /write/i],
  edit: [/^edit$/i, /edit/i],
  read: [/^read$/i, /read/i],
  plan: [/^ExitPlanMode$/, /plan_exit|exit_plan/],
  ask: [/^AskUserQuestion$/, /question|ask_user/],
};

/** Names that agents give to the arguments, best first. */
const argumentNames = {
  command: ['command', 'cmd'],
  description: ['description'],
  path: ['file_path', 'filePath', 'path'],
  content: ['content', 'contents', 'text'],
  before: ['old_string', 'oldString'],
  after: ['new_string', 'newString'],
  plan: ['plan'],
  questions: ['questions'],
} as const;

function question(text: string, options: readonly string[]) {
  return {
    question: text,
    header: 'Choice',
    multiSelect: false,
    options: options.map((label) => ({ label, description: `Choose ${label}` })),
  };
}

/** Each value with the names its argument may have. */
function argumentsFor(
  wanted: Exclude<ToolDirective, { verb: 'tool' }>,
  folder: string | null,
): readonly (readonly [readonly string[], unknown])[] {
  const names = argumentNames;
  const absolute = (file: string): string => path.resolve(folder ?? '/', file);
  switch (wanted.verb) {
    case 'run':
      return [
        [names.command, wanted.command],
        [names.description, 'Run a scripted command'],
      ];
    case 'write':
      return [
        [names.path, absolute(wanted.path)],
        [names.content, wanted.content],
      ];
    case 'edit':
      return [
        [names.path, absolute(wanted.path)],
        [names.before, wanted.before],
        [names.after, wanted.after],
      ];
    case 'read':
      return [[names.path, absolute(wanted.path)]];
    case 'plan':
      return [[names.plan, wanted.text]];
    case 'ask':
      return [[names.questions, [question(wanted.question, wanted.options)]]];
  }
}

/** Gives each argument the name that the tool uses, and fills what it requires besides. */
function fit(tool: OfferedTool, meant: ReturnType<typeof argumentsFor>): ToolCall {
  const known = tool.schema.properties ?? {};
  const input: Record<string, unknown> = {};
  // What asks for more than the sandbox allows is what Codex asks a person about.
  if ('sandbox_permissions' in known) {
    Object.assign(input, {
      sandbox_permissions: 'require_escalated',
      justification: 'May it run outside the sandbox?',
    });
  }
  for (const name of tool.schema.required ?? []) input[name] = exampleOf(known[name]);
  for (const [names, value] of meant) {
    const name = names.find((candidate) => candidate in known);
    if (name !== undefined) input[name] = value;
  }
  return { name: tool.name, input };
}

/** The call that a directive means among the offered tools; a text that says why when none fits. */
export function toolCallFor(wanted: ToolDirective, { tools, folder }: Conversation): ToolCall | string {
  if (wanted.verb === 'tool') {
    if (!tools.some(({ name }) => name === wanted.name)) return `no tool named ${wanted.name} is offered`;
    const input: unknown = JSON.parse(wanted.json === '' ? '{}' : wanted.json);
    return { name: wanted.name, input: { ...(typeof input === 'object' ? input : { input }) } };
  }
  for (const pattern of toolNames[wanted.verb]) {
    const tool = tools.find(({ name }) => pattern.test(name));
    if (tool !== undefined) return fit(tool, argumentsFor(wanted, folder));
  }
  return `no ${wanted.verb} tool is offered`;
}
