import type { ServerResponse } from 'node:http';
import type { Conversation } from './conversation.ts';
import type { Answer } from './next-answer.ts';

/** One provider's API: how its requests are read and its answers written. */
export interface Provider {
  /** Path of a request that carries a conversation. */
  readonly path: RegExp;
  /** @param body parsed JSON of any shape; throws when it is none of this API */
  read(body: unknown): Conversation;
  /** Rejects with an AbortError when `signal` says that nobody listens any more. */
  write(
    response: ServerResponse,
    request: { readonly body: unknown; readonly path: string },
    answer: Answer,
    signal: AbortSignal,
  ): Promise<void>;
  fail(response: ServerResponse, status: number): void;
}
