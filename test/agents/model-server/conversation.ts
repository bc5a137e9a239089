import { z } from 'zod';
import { directivesIn } from './directives.ts';

/** The part of a JSON schema that tools use. */
export interface Schema {
  readonly type?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly items?: Schema | undefined;
}

export const schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional().catch(undefined),
    enum: z.array(z.unknown()).optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), schema).optional(),
    items: schema.optional().catch(undefined),
  }),
);

const content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional(), content: z.unknown().optional() })),
]);

/** A request to the Messages API, as far as it is looked at. */
export const messagesRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  system: content.default(''),
  messages: z.array(z.looseObject({ role: z.string(), content })),
  tools: z.array(z.looseObject({ name: z.string(), input_schema: schema.optional() })).default([]),
  output_config: z
    .looseObject({ format: z.looseObject({ schema: schema.optional() }).optional() })
    .optional(),
});
export type MessagesRequest = z.infer<typeof messagesRequest>;

export interface OfferedTool {
  readonly name: string;
  readonly schema: Schema;
}

/** What the answer depends on. */
export interface Conversation {
  /** Standing instructions: what the request says besides what was typed, answered and found out. */
  readonly told: string;
  /** What the user typed last, without what the agent's program added; empty when nothing was. */
  readonly typed: string;
  /** Number of tool results since then. */
  readonly results: number;
  readonly tools: readonly OfferedTool[];
  /** The form an answer must have; null for free text. */
  readonly answerSchema: Schema | null;
  /** The agent's folder, when the request names it. */
  readonly folder: string | null;
  /** The file in which the agent's program keeps its plan, when the request names one. */
  readonly planFile: string | null;
}

function partsOf(value: z.infer<typeof content>) {
  return typeof value === 'string' ? [{ type: 'text', text: value }] : value;
}

function textOf(value: z.infer<typeof content>): string {
  return partsOf(value)
    .map((part) => part.text ?? '')
    .join('\n');
}

const added = /<system-reminder>[\s\S]*?<\/system-reminder>/g;

/** Text that a person may have typed: reminders and other marked-up context are the program's own. */
function typedIn(text: string): string {
  const own = text.replace(added, '').trim();
  return own.startsWith('<') && directivesIn(own).length === 0 ? '' : own;
}

/** One piece of what went back and forth, in any provider's form. */
export interface Turn {
  readonly by: 'user' | 'agent' | 'tool';
  readonly text: string;
}

/** A request in any provider's form, as far as it is looked at. */
export interface PlainRequest {
  readonly told: string;
  /** Oldest first. */
  readonly turns: readonly Turn[];
  readonly tools: readonly OfferedTool[];
  readonly answerSchema: Schema | null;
}

/** What an answer to `request` depends on. */
export function conversationFrom({ told, turns, tools, answerSchema }: PlainRequest): Conversation {
  let typed = '';
  let results = 0;
  for (const turn of turns) {
    if (turn.by === 'tool') results++;
    const text = turn.by === 'user' ? typedIn(turn.text) : '';
    if (text === '') continue;
    typed = text;
    results = 0;
  }
  const everything = [told, ...turns.map(({ text }) => text)].join('\n');
  return {
    told,
    typed,
    results,
    tools,
    answerSchema,
    folder: /(?:working directory: |<cwd>)([^\s<]+)/i.exec(everything)?.[1] ?? null,
    planFile: /\/\S+\/plans\/[\w.-]+\.md/.exec(everything)?.[0] ?? null,
  };
}

/** Reads one request to the Messages API. */
export function conversationOf(request: MessagesRequest): Conversation {
  const turns = request.messages.flatMap(({ role, content: parts }) =>
    partsOf(parts).flatMap((part): Turn[] => {
      if (part.type === 'tool_result') return [{ by: 'tool', text: '' }];
      if (part.type !== 'text') return [];
      return [{ by: role === 'user' ? 'user' : 'agent', text: part.text ?? '' }];
    }),
  );
  return conversationFrom({
    told: textOf(request.system),
    turns,
    tools: request.tools.map((tool) => ({ name: tool.name, schema: tool.input_schema ?? {} })),
    answerSchema: request.output_config?.format?.schema ?? null,
  });
}
