import { conversationOf, messagesRequest } from './conversation.ts';
import type { Provider } from './provider.ts';
import { writeAnswer, writeFailure } from './write-answer.ts';

/** Anthropic's Messages API. */
export const anthropic: Provider = {
  path: /^\/v1\/messages$/,
  read: (body) => conversationOf(messagesRequest.parse(body)),
  write: (response, { body }, answer, signal) =>
    writeAnswer(response, messagesRequest.parse(body), answer, signal),
  fail: writeFailure,
};
