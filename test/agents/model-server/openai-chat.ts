import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { conversationFrom, schema, type Turn } from './conversation.ts';
import type { Answer } from './next-answer.ts';
import { writeOpenAiFailure } from './openai-failure.ts';
import type { Provider } from './provider.ts';
import { id, textOf, writeJson } from './write-answer.ts';

const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish(),
});
const request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(message),
  tools: z
    .array(z.looseObject({ function: z.looseObject({ name: z.string(), parameters: schema.optional() }) }))
    .default([]),
});

function textIn({ content }: z.infer<typeof message>): string {
  if (content == null || typeof content === 'string') return content ?? '';
  return content.map(({ text = '' }) => text).join('\n');
}

/** OpenAI's chat completions, which many providers speak. */
export const openAiChat: Provider = {
  path: /^\/v1\/chat\/completions$/,
  read: (body) => {
    const { messages, tools } = request.parse(body);
    const isTold = ({ role }: z.infer<typeof message>): boolean => role === 'system' || role === 'developer';
    return conversationFrom({
      told: messages.filter(isTold).map(textIn).join('\n'),
      turns: messages.flatMap((each): Turn[] => {
        if (isTold(each)) return [];
        if (each.role === 'tool') return [{ by: 'tool', text: '' }];
        return [{ by: each.role === 'user' ? 'user' : 'agent', text: textIn(each) }];
      }),
      tools: tools.map((tool) => ({ name: tool.function.name, schema: tool.function.parameters ?? {} })),
      answerSchema: null,
    });
  },
  write: (response, { body }, answer, signal) => write(response, request.parse(body), answer, signal),
  fail: writeOpenAiFailure,
};

async function write(
  response: ServerResponse,
  { model, stream }: z.infer<typeof request>,
  answer: Answer,
  signal: AbortSignal,
): Promise<void> {
  const usage = { prompt_tokens: 1200, completion_tokens: 20, total_tokens: 1220 };
  const whole = { id: id('chatcmpl'), created: 1, model };
  const call =
    typeof answer.end === 'string'
      ? null
      : {
          id: id('call'),
          type: 'function',
          function: { name: answer.end.name, arguments: JSON.stringify(answer.end.input) },
        };
  const reason = call === null ? 'stop' : 'tool_calls';
  if (!stream) {
    let content = '';
    for await (const piece of textOf(answer, signal)) content += piece;
    if (answer.end === 'cut') return void response.destroy();
    const said = { role: 'assistant', content, ...(call === null ? {} : { tool_calls: [call] }) };
    const choices = [{ index: 0, message: said, finish_reason: reason }];
    return writeJson(response, 200, { ...whole, object: 'chat.completion', choices, usage });
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (choices: readonly object[], more: object = {}): void => {
    const chunk = { ...whole, object: 'chat.completion.chunk', choices, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const sendPart = (delta: object, finish_reason: string | null = null): void =>
    send([{ index: 0, delta, finish_reason }]);
  sendPart({ role: 'assistant', content: '' });
  for await (const content of textOf(answer, signal)) sendPart({ content });
  if (answer.end === 'cut') return void response.destroy();
  if (call !== null) sendPart({ tool_calls: [{ index: 0, ...call }] });
  sendPart({}, reason);
  send([], { usage });
  response.end('data: [DONE]\n\n');
}
