import { z } from 'zod';
import { plainLine, plainText } from '../../base/plain-text.ts';
import type { HookReading } from '../runtime.ts';
import { requestOf } from './request.ts';

/** Fields of the events that are reported; more may come with each. */
const payloadForm = z.discriminatedUnion('hook_event_name', [
  z.object({
    hook_event_name: z.literal('SessionStart'),
    session_id: z.string(),
    source: z.string().optional(),
  }),
  z.object({ hook_event_name: z.literal('UserPromptSubmit'), session_id: z.string() }),
  z.object({
    hook_event_name: z.enum(['PreToolUse', 'PostToolUse', 'PostToolUseFailure']),
    session_id: z.string(),
    tool_name: z.string(),
  }),
  z.object({
    hook_event_name: z.literal('PermissionRequest'),
    session_id: z.string(),
    tool_name: z.string(),
    tool_input: z.unknown(),
  }),
  z.object({ hook_event_name: z.literal('PostToolBatch'), session_id: z.string() }),
  z.object({
    hook_event_name: z.literal('Stop'),
    session_id: z.string(),
    last_assistant_message: z.string().nullish(),
  }),
  z.object({
    hook_event_name: z.literal('StopFailure'),
    session_id: z.string(),
    error: z.string().optional(),
    last_assistant_message: z.string().nullish(),
  }),
  z.object({
    hook_event_name: z.literal('Notification'),
    session_id: z.string(),
    message: z.string().optional(),
    notification_type: z.string().optional(),
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

/** Errors at which the provider did answer: the turn just ended. */
const endedTurns = new Set(['max_output_tokens']);

/** One event of Claude Code 2.1.197; null for anything else. */
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
      // After a summary in the middle of a turn the turn goes on.
      if (event.source === 'compact') return says(null, 'the conversation was summarised');
      return says('idle', `the session began (${plainLine(event.source ?? 'start', 40)})`);
    case 'UserPromptSubmit':
      return says('busy', 'a message was sent');
    case 'PreToolUse':
      // Comes for every tool, also for those that ask nobody: it never means a dialog.
      return says('busy', `began ${toolName(event)}`);
    case 'PostToolUse':
      return says('busy', `finished ${toolName(event)}`);
    case 'PostToolUseFailure':
      return says('busy', `${toolName(event)} failed`);
    case 'PostToolBatch':
      return says('busy', 'finished its tools');
    case 'PermissionRequest': {
      const request = requestOf(event.tool_name, event.tool_input);
      const reason = request.kind === 'other' ? 'permission' : request.kind;
      return { state: 'waiting_for_human', reason, says: `asks for ${toolName(event)}`, request };
    }
    case 'Stop':
      return {
        ...says('idle', 'ended its turn'),
        lastMessage: plainText(event.last_assistant_message ?? '') || null,
      };
    case 'StopFailure':
      return failed(event.error ?? 'unknown', event.last_assistant_message ?? '');
    case 'Notification':
      return notified(event.notification_type ?? '', event.message ?? '');
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

/** The words of a failed turn are the program's, not the agent's. */
function failed(error: string, words: string): Meaning {
  const text = plainLine(words === '' ? error : words, 160);
  if (endedTurns.has(error)) return says('idle', text);
  return { state: 'blocked', reason: 'provider', says: text };
}

function notified(type: string, message: string): Meaning {
  if (type === 'permission_prompt' || (type === '' && message.includes('permission'))) {
    return { state: 'waiting_for_human', reason: 'permission', says: 'says that it needs a permission' };
  }
  if (type === 'idle_prompt' || (type === '' && message.includes('waiting for your input'))) {
    return says('idle', 'says that it waits for input');
  }
  if (/^quota_auto_resume_.*(?:fired|resumed)/.test(type))
    return says('busy', 'goes on after its quota was renewed');
  if (type.startsWith('quota_auto_resume_')) {
    return { state: 'blocked', reason: 'quota', says: 'waits until its quota is renewed' };
  }
  return says(null, plainLine(message === '' ? 'a notification' : message, 160));
}
