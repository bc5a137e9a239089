import { z } from 'zod';
import { plainLine, plainText } from '../../base/plain-text.ts';
import type { HookReading } from '../runtime.ts';

const common = { agent: z.literal('practice'), conversation: z.string() };

const payloadForm = z.union([
  z.object({ ...common, event: z.enum(['started', 'prompted', 'answered', 'ended']) }),
  z.object({ ...common, event: z.literal('finished'), message: z.string() }),
  z.object({ ...common, event: z.literal('asked'), tool: z.literal('Run'), command: z.string() }),
  z.object({
    ...common,
    event: z.literal('asked'),
    tool: z.literal('Write'),
    path: z.string(),
    change: z.enum(['created', 'changed']),
    text: z.string(),
  }),
  z.object({
    ...common,
    event: z.literal('asked'),
    tool: z.literal('Choice'),
    question: z.string(),
    options: z.array(z.string()),
  }),
]);
type Payload = z.infer<typeof payloadForm>;
type Request = NonNullable<HookReading['request']>;

/** One event of the practice agent; null for anything else. */
export function readHook(payload: unknown): HookReading | null {
  const { data } = payloadForm.safeParse(payload);
  if (data === undefined) return null;
  const common = {
    event: data.event,
    reason: null,
    conversation: data.conversation,
    lastMessage: null,
    request: null,
  };
  switch (data.event) {
    case 'started':
      return { ...common, state: 'idle', says: 'started' };
    case 'prompted':
      return { ...common, state: 'busy', says: 'was told something' };
    case 'answered':
      return { ...common, state: 'busy', says: 'was answered' };
    case 'finished':
      return {
        ...common,
        state: 'idle',
        says: plainLine(data.message, 160),
        lastMessage: plainText(data.message),
      };
    case 'ended':
      return { ...common, state: 'unknown', says: 'ended' };
    case 'asked': {
      const request = requestOf(data);
      const reason = request.kind === 'question' ? 'question' : 'permission';
      return { ...common, state: 'waiting_for_human', reason, says: `asks for ${request.tool}`, request };
    }
  }
}

function requestOf(asked: Extract<Payload, { event: 'asked' }>): Request {
  switch (asked.tool) {
    case 'Run': {
      const command = plainText(asked.command);
      return {
        kind: 'permission',
        tool: asked.tool,
        subject: { form: 'command', command, description: null },
      };
    }
    case 'Write': {
      const lines = plainText(asked.text)
        .split('\n')
        .map((text, index) => ({ sign: '+' as const, number: index + 1, text }));
      const { change } = asked;
      const path = plainText(asked.path);
      return { kind: 'permission', tool: asked.tool, subject: { form: 'edit', path, change, lines } };
    }
    case 'Choice': {
      const options = asked.options.map((option) => plainText(option));
      return {
        kind: 'question',
        tool: asked.tool,
        subject: { form: 'choice', text: plainText(asked.question), options },
      };
    }
  }
}
