import { z } from 'zod';
import { BackboneError } from '../base/errors.ts';
import { plainText } from '../base/plain-text.ts';
import { errorBody } from '../contract/error-body.ts';
import type { HttpAnswer } from './request.ts';

/** Text as JSON in which every string is plain, whatever the daemon let through; undefined when it is no JSON. */
function readPlainJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? plainText(value) : value));
  } catch {
    return undefined;
  }
}

/**
 * The output in an answer.
 * @throws the BackboneError in a refusal; internal when the answer is not of the contract.
 */
export function parseAnswer<T>(schema: z.ZodType<T>, answer: HttpAnswer, address: string): T {
  const json = readPlainJson(answer.body);
  if (answer.status >= 200 && answer.status < 300) {
    const parsed = schema.safeParse(json);
    if (parsed.success) return parsed.data;
    throw notOfContract(address, z.prettifyError(parsed.error));
  }
  const refusal = errorBody.safeParse(json);
  if (!refusal.success) throw notOfContract(address, `HTTP status ${answer.status}`);
  const { code, message, details } = refusal.data.error;
  throw new BackboneError(code, message, { details });
}

function notOfContract(address: string, found: string): BackboneError {
  const message = `What answers on ${address} does not speak as this version of Backbone does. After an update, run: backbone down && backbone up --detach`;
  return new BackboneError('internal', message, { cause: new Error(found) });
}
