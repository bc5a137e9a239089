import type { ServerResponse } from 'node:http';
import { failureTypes, writeJson } from './write-answer.ts';

/** Writes a refusal in the form of OpenAI and of those that speak like it. */
export function writeOpenAiFailure(response: ServerResponse, status: number): void {
  const [type, message] = failureTypes[status] ?? ['api_error', `Error ${status}`];
  writeJson(response, status, { error: { message, type, code: type, param: null } });
}
