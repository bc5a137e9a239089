import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Disposable } from '../../../src-main/base/disposable.ts';
import { anthropic } from './anthropic.ts';
import type { Conversation } from './conversation.ts';
import { isBackground, nextAnswer } from './next-answer.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';
import type { Provider } from './provider.ts';
import { writeFailure, writeJson } from './write-answer.ts';

const providers: readonly Provider[] = [anthropic, openAiResponses, openAiChat];

/** One request as it came in. */
export interface RecordedRequest {
  readonly method: string;
  /** Path without its query. */
  readonly path: string;
  /** Null for a request that carries no conversation. */
  readonly conversation: Conversation | null;
  /** What the program tells the model about itself and its task, whole; empty when nothing. */
  readonly system: string;
  /** True for a conversation's side request, such as one for a title. */
  readonly background: boolean;
}

export interface ModelServer extends Disposable {
  readonly port: number;
  /** All requests so far, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Drops what is still being answered and closes the port. */
  dispose(): Promise<void>;
}

/** Starts a scripted provider on a free port of 127.0.0.1. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const failures = new Map<string, number>();

  const answerAsked = async (
    provider: Provider,
    path: string,
    body: unknown,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> => {
    const conversation = provider.read(body);
    requests.push({
      method: 'POST',
      path,
      conversation,
      system: conversation.told,
      background: isBackground(conversation),
    });
    const failed = failures.get(conversation.typed) ?? 0;
    const answer = nextAnswer(conversation, failed);
    await pause(answer.after * 1000, undefined, { signal });
    if ('status' in answer) {
      failures.set(conversation.typed, failed + 1);
      provider.fail(response, answer.status);
    } else await provider.write(response, { body, path }, answer, signal);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const body = await text(request);
    const { method = '', url = '/' } = request;
    const path = new URL(url, 'http://127.0.0.1').pathname;
    const provider = method === 'POST' ? providers.find((each) => each.path.test(path)) : undefined;
    if (provider !== undefined) return answerAsked(provider, path, JSON.parse(body), response, gone.signal);
    requests.push({ method, path, conversation: null, system: '', background: true });
    if (method === 'HEAD' && path === '/') return void response.writeHead(200).end();
    if (path === '/v1/messages/count_tokens') return writeJson(response, 200, { input_tokens: 1200 });
    writeFailure(response, 404);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) response.destroy();
      else writeJson(response, 500, { type: 'error', error: { type: 'api_error', message: String(error) } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The model server has no port.');

  return {
    port: address.port,
    requests,
    dispose: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
