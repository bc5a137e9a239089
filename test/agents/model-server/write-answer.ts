import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { MessagesRequest } from './conversation.ts';
import type { Answer } from './next-answer.ts';

const usage = {
  input_tokens: 1200,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 20,
};

/** Milliseconds between two streamed words. */
const pace = 250;

export function id(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Writes JSON as a whole answer. */
export function writeJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': id('req') });
  response.end(JSON.stringify(body));
}

export const failureTypes: Readonly<Record<number, readonly [string, string]>> = {
  400: ['invalid_request_error', 'The request was not understood'],
  401: ['authentication_error', 'invalid x-api-key'],
  402: ['billing_error', 'Your credit balance is too low'],
  403: ['permission_error', 'Not allowed'],
  404: ['not_found_error', 'There is no such page'],
  429: ['rate_limit_error', 'This request would exceed your rate limit'],
  529: ['overloaded_error', 'Overloaded'],
};

/** Writes a refusal in the provider's form. */
export function writeFailure(response: ServerResponse, status: number): void {
  const [type, message] = failureTypes[status] ?? ['api_error', `Error ${status}`];
  writeJson(response, status, { type: 'error', error: { type, message } });
}

/** The words of an answer, piece by piece, at a pace that can be seen. */
export async function* textOf(answer: Answer, signal: AbortSignal): AsyncGenerator<string> {
  if (answer.text !== '') yield answer.words > 0 ? `${answer.text}\n` : answer.text;
  if (answer.words === 0) return;
  const end = performance.now() + answer.words * 1000;
  for (let count = 1; performance.now() < end; count++) {
    yield `word${count} `;
    await pause(Math.max(1, Math.min(pace, end - performance.now())), undefined, { signal });
  }
  if (answer.end === 'stop') yield 'end of slow answer';
}

/**
 * Writes `answer` as the provider would, streamed when `request` asks for it.
 * Rejects with an AbortError when `signal` says that nobody listens any more.
 */
export async function writeAnswer(
  response: ServerResponse,
  request: MessagesRequest,
  answer: Answer,
  signal: AbortSignal,
): Promise<void> {
  const call = typeof answer.end === 'string' ? null : { type: 'tool_use', id: id('toolu'), ...answer.end };
  const message = {
    id: id('msg'),
    type: 'message',
    role: 'assistant',
    model: request.model,
    stop_sequence: null,
  };
  const reason = call === null ? 'end_turn' : 'tool_use';

  if (!request.stream) {
    const texts: string[] = [];
    for await (const piece of textOf(answer, signal)) texts.push(piece);
    if (answer.end === 'cut') return void response.destroy();
    const text = texts.length > 0 ? [{ type: 'text', text: texts.join('') }] : [];
    const content = [...text, ...(call === null ? [] : [call])];
    return writeJson(response, 200, { ...message, content, stop_reason: reason, usage });
  }

  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (type: string, fields: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  };
  send('message_start', { message: { ...message, content: [], stop_reason: null, usage } });
  let index = 0;
  let open = false;
  for await (const text of textOf(answer, signal)) {
    if (!open) send('content_block_start', { index, content_block: { type: 'text', text: '' } });
    open = true;
    send('content_block_delta', { index, delta: { type: 'text_delta', text } });
  }
  if (answer.end === 'cut') return void response.destroy();
  if (open) send('content_block_stop', { index: index++ });
  if (call !== null) {
    send('content_block_start', { index, content_block: { ...call, input: {} } });
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(call.input) };
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  send('message_delta', {
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: 20 },
  });
  send('message_stop', {});
  response.end();
}
