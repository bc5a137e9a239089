import { afterEach, expect, test } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { startModelServer } from '../../agents/model-server/server.ts';

const resources = new Disposables();
afterEach(() => resources.dispose());

async function serverWith(script: string, fields: object = {}) {
  const server = resources.add(await startModelServer());
  const tools = [{ name: 'Bash', input_schema: { properties: { command: { type: 'string' } } } }];
  const ask = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.port}/v1/messages?beta=true`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: script }], tools, ...fields }),
    });
  return { server, ask };
}

/** Types of a stream's events, in order. */
function events(stream: string): string[] {
  return [...stream.matchAll(/^event: (\S+)$/gm)].map(([, type = '']) => type);
}

test('an answer as a whole', async () => {
  const { server, ask } = await serverWith('say: hello');
  expect(await (await ask()).json()).toMatchObject({
    role: 'assistant',
    stop_reason: 'end_turn',
    content: [{ type: 'text', text: 'hello' }],
  });
  expect(server.requests).toMatchObject([
    { path: '/v1/messages', background: false, conversation: { typed: 'say: hello' } },
  ]);
});

test('a streamed tool call', async () => {
  const { ask } = await serverWith('say: now\nrun: date', { stream: true });
  const stream = await (await ask()).text();
  const block = ['content_block_start', 'content_block_delta', 'content_block_stop'];
  expect(events(stream)).toEqual(['message_start', ...block, ...block, 'message_delta', 'message_stop']);
  expect(stream).toContain('"stop_reason":"tool_use"');
  expect(stream).toContain(JSON.stringify(JSON.stringify({ command: 'date' })));
});

test('a connection that is cut', async () => {
  const { ask } = await serverWith('cut: 0.01', { stream: true });
  await expect(ask().then((response) => response.text())).rejects.toThrow();
});

test('a failure that recovers', async () => {
  const { ask } = await serverWith('fail: 529 1');
  const first = await ask();
  expect(first.status).toBe(529);
  expect(await first.json()).toMatchObject({ type: 'error', error: { type: 'overloaded_error' } });
  expect(await (await ask()).text()).toContain('recovered');
});

test('the questions around a turn', async () => {
  const { server } = await serverWith('');
  const base = `http://127.0.0.1:${server.port}`;
  expect((await fetch(base, { method: 'HEAD' })).status).toBe(200);
  expect(await (await fetch(`${base}/v1/messages/count_tokens`, { method: 'POST' })).json()).toEqual({
    input_tokens: 1200,
  });
  expect((await fetch(`${base}/elsewhere`)).status).toBe(404);
});

test('the end does not wait for a slow answer', async () => {
  const { server, ask } = await serverWith('slow: 600', { stream: true });
  const answer = ask().then((response) => response.text());
  answer.catch(() => undefined);
  await expect.poll(() => server.requests.length).toBe(1);
  await server.dispose();
  await expect(answer).rejects.toThrow();
});
