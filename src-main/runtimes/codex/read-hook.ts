import { z } from 'zod';
import { plainLine, plainText } from '../../base/plain-text.ts';
import type { HookReading } from '../runtime.ts';
import { requestOf } from './request.ts';

const payloadForm = z.discriminatedUnion('hook_event_name', [
  z.object({
    hook_event_name: z.literal('SessionStart'),
    session_id: z.string(),
    source: z.string().optional(),
  }),
  z.object({ hook_event_name: z.enum(['UserPromptSubmit', 'Interrupt']), session_id: z.string() }),
  z.object({
    hook_event_name: z.enum(['PreToolUse', 'PermissionRequest', 'PostToolUse']),
    session_id: z.string(),
    cwd: z.string().optional(),
    tool_name: z.string(),
    tool_input: z.unknown(),
  }),
  z.object({
    hook_event_name: z.literal('Stop'),
    session_id: z.string(),
    last_assistant_message: z.string().nullish(),
  }),
  z.object({
    hook_event_name: z.literal('SessionEnd'),
    session_id: z.string(),
    reason: z.string().optional(),
  }),
]);
type Payload = z.infer<typeof payloadForm>;

type Meaning = Pick<HookReading, 'state' | 'reason' | 'says'> &
  Partial<Pick<HookReading, 'lastMessage' | 'request'>>;

/** One event of Codex 0.171.0; null for anything else. */
export function readHook(payload: unknown): HookReading | null {
  const { data } = payloadForm.safeParse(payload);
  if (data === undefined) return null;
  return {
    event: data.hook_event_name,
    conversation: data.session_id,
    lastMessage: null,
    request: null,
    ...meaningOf(data),
  };
}

function meaningOf(event: Payload): Meaning {
  switch (event.hook_event_name) {
    case 'SessionStart':
      // It comes with the first message of a conversation, or in a turn that goes on after a summary.
      return says(null, `the session began (${plainLine(event.source ?? 'start', 40)})`);
    case 'UserPromptSubmit':
      return says('busy', 'a message was sent');
    case 'Interrupt':
      return says('idle', 'was interrupted');
    case 'PreToolUse': {
      const request = requestOf(event);
      // A question fires no other event: it stands open until it is answered.
      return request.kind === 'question'
        ? { state: 'waiting_for_human', reason: 'question', says: 'asks a question', request }
        : says('busy', `began ${toolName(event)}`);
    }
    case 'PermissionRequest': {
      const request = requestOf(event);
      return {
        state: 'waiting_for_human',
        reason: 'permission',
        says: `asks for ${toolName(event)}`,
        request,
      };
    }
    case 'PostToolUse':
      return says('busy', `finished ${toolName(event)}`);
    case 'Stop':
      return {
        ...says('idle', 'ended its turn'),
        lastMessage: plainText(event.last_assistant_message ?? '') || null,
      };
    case 'SessionEnd':
      return says('unknown', `the session ended (${plainLine(event.reason ?? 'no reason told', 40)})`);
  }
}

function says(state: Meaning['state'], text: string): Meaning {
  return { state, reason: null, says: text };
}

function toolName(event: { readonly tool_name: string }): string {
  return plainLine(event.tool_name, 80);
}
