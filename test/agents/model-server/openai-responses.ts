import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { conversationFrom, type OfferedTool, schema, type Turn } from './conversation.ts';
import type { Answer } from './next-answer.ts';
import { writeOpenAiFailure } from './openai-failure.ts';
import type { Provider } from './provider.ts';
import { id, textOf } from './write-answer.ts';

const item = z.looseObject({
  type: z.string().default('message'),
  role: z.string().optional(),
  content: z.array(z.looseObject({ text: z.string().optional() })).optional(),
});
const request = z.looseObject({
  model: z.string(),
  instructions: z.string().nullish(),
  input: z.array(item),
  tools: z.array(
    z.looseObject({ type: z.string(), name: z.string().optional(), parameters: schema.optional() }),
  ),
  text: z.looseObject({ format: z.looseObject({ schema: schema.optional() }).optional() }).optional(),
});

function textIn({ content = [] }: z.infer<typeof item>): string {
  return content.map(({ text = '' }) => text).join('\n');
}

/** OpenAI's Responses API, streamed. */
export const openAiResponses: Provider = {
  path: /^\/v1\/responses$/,
  read: (body) => {
    const { instructions, input, tools, text } = request.parse(body);
    const isTold = ({ role }: z.infer<typeof item>): boolean => role === 'developer' || role === 'system';
    return conversationFrom({
      told: [instructions ?? '', ...input.filter(isTold).map(textIn)].join('\n'),
      turns: input.flatMap((each): Turn[] => {
        if (each.type.endsWith('_output')) return [{ by: 'tool', text: '' }];
        if (each.type !== 'message' || isTold(each)) return [];
        return [{ by: each.role === 'user' ? 'user' : 'agent', text: textIn(each) }];
      }),
      tools: tools.flatMap(({ type, name, parameters }): OfferedTool[] =>
        type === 'function' && name !== undefined ? [{ name, schema: parameters ?? {} }] : [],
      ),
      answerSchema: text?.format?.schema ?? null,
    });
  },
  write: (response, { body }, answer, signal) => write(response, request.parse(body).model, answer, signal),
  fail: writeOpenAiFailure,
};

async function write(
  response: ServerResponse,
  model: string,
  answer: Answer,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  let count = 0;
  const send = (type: string, fields: object): void => {
    const data = JSON.stringify({ type, sequence_number: count++, ...fields });
    response.write(`event: ${type}\ndata: ${data}\n\n`);
  };
  const whole = { id: id('resp'), object: 'response', created_at: 1, model };
  const message = { type: 'message', id: id('msg'), role: 'assistant' };
  send('response.created', { response: { ...whole, status: 'in_progress', output: [] } });
  const output: object[] = [];
  let words = '';
  for await (const delta of textOf(answer, signal)) {
    const place = { item_id: message.id, output_index: 0, content_index: 0 };
    if (words === '') {
      const empty = { ...message, status: 'in_progress', content: [] };
      send('response.output_item.added', { output_index: 0, item: empty });
      send('response.content_part.added', {
        ...place,
        part: { type: 'output_text', text: '', annotations: [] },
      });
    }
    words += delta;
    send('response.output_text.delta', { ...place, delta });
  }
  if (answer.end === 'cut') return void response.destroy();
  const finish = (done: object): void => {
    send('response.output_item.done', { output_index: output.length, item: done });
    output.push(done);
  };
  if (words !== '') {
    finish({
      ...message,
      status: 'completed',
      content: [{ type: 'output_text', text: words, annotations: [] }],
    });
  }
  if (answer.end !== 'stop') {
    const { name, input } = answer.end;
    const call = {
      type: 'function_call',
      id: id('fc'),
      call_id: id('call'),
      name,
      arguments: JSON.stringify(input),
    };
    send('response.output_item.added', {
      output_index: output.length,
      item: { ...call, status: 'in_progress' },
    });
    finish({ ...call, status: 'completed' });
  }
  const usage = {
    input_tokens: 1200,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 1220,
  };
  send('response.completed', { response: { ...whole, status: 'completed', output, usage } });
  response.end();
}
