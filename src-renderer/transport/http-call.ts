import { z } from 'zod';
import {
  type InputOf,
  type OutputOf,
  type ProcedureName,
  procedures,
} from '../../src-main/contract/procedures.ts';
import { CallError, errorFrom } from './call-error.ts';

/** The contract with each procedure's own output, so that a name picks the type. */
const declared: { readonly [N in ProcedureName]: { readonly output: z.ZodType<OutputOf<N>> } } = procedures;

const fields = z.record(z.string(), z.unknown());
const usualPatience = 20_000;

/** What a procedure's call looks like over HTTP: the fields named in the path stand there, the rest in query or body. */
export function httpRequest(name: ProcedureName, input: unknown): { path: string; body: string | null } {
  const { method, path } = procedures[name];
  const rest = new Map(Object.entries(fields.parse(input)));
  const filled = path.replace(/\{(\w+)\}/g, (_whole, field: string) => {
    const value = String(rest.get(field));
    rest.delete(field);
    return encodeURIComponent(value);
  });
  const left = [...rest].filter(([, value]) => value !== undefined);
  if (method === 'POST' || method === 'PATCH')
    return { path: filled, body: JSON.stringify(Object.fromEntries(left)) };
  const query = new URLSearchParams(left.map(([key, value]) => [key, String(value)])).toString();
  return { path: query === '' ? filled : `${filled}?${query}`, body: null };
}

/**
 * Calls a procedure over HTTP with the operator's key.
 * @throws CallError
 */
export async function httpCall<N extends ProcedureName>(
  origin: string,
  key: string,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  const { method, patience } = procedures[name];
  const { path, body } = httpRequest(name, input);
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (body !== null) headers['content-type'] = 'application/json';
  let answer: Response;
  let json: unknown;
  try {
    answer = await fetch(`${origin}${path}`, {
      method: method,
      headers,
      body,
      signal: AbortSignal.timeout(patience ?? usualPatience),
    });
    json = await answer.json();
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'TimeoutError') {
      throw new CallError(
        'daemon_slow',
        'The daemon did not answer in time; what was asked may still happen.',
      );
    }
    throw new CallError('daemon_unreachable', 'The daemon does not answer. Your agents go on in tmux.');
  }
  if (!answer.ok) throw errorFrom(json);
  return parseOutput(name, json);
}

/** @throws CallError when the answer has not the form that the contract says */
export function parseOutput<N extends ProcedureName>(name: N, value: unknown): OutputOf<N> {
  const parsed = z.safeParse(declared[name].output, value);
  if (!parsed.success) {
    throw new CallError(
      'internal',
      `The daemon's answer to ${name} is not understood. Is it another version?`,
    );
  }
  return parsed.data;
}
