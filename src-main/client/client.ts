import type { z } from 'zod';
import { BackboneError } from '../base/errors.ts';
import type { Procedure } from '../contract/procedure.ts';
import { type InputOf, type OutputOf, type ProcedureName, procedures } from '../contract/procedures.ts';
import { parseAnswer } from './parse-answer.ts';
import { sendOverHttp, type Transport } from './request.ts';
import { routeOf } from './route.ts';

/** Calls what the contract declares. */
export interface Client {
  /**
   * Calls one procedure and waits for its answer, at most for the patience that it declares.
   * @throws invalid_input before anything is sent; daemon_unreachable when nothing listens; daemon_slow when the
   * outcome is unknown; internal when the answer is not of the contract; else what the daemon refused with.
   */
  call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>;
}

export interface ClientOptions {
  /** Such as `http://127.0.0.1:7120`. */
  readonly address: string;
  /** Sent as bearer; null for public procedures only. */
  readonly credential: string | null;
  /** Longest wait for any answer, milliseconds. Default: what each procedure declares. */
  readonly patience?: number;
  readonly transport?: Transport;
}

/** The contract with each procedure's own types, so that a name picks the matching output. */
const contract: {
  readonly [N in ProcedureName]: Procedure<z.ZodType, z.ZodType<OutputOf<N>>>;
} = procedures;

/** Milliseconds that a call may take when its declaration names no other time. */
const usualPatience = 10_000;

function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const [first = 'A value does not have the required form.'] = details;
  throw new BackboneError('invalid_input', first, { details: details.slice(1) });
}

/** A client of one daemon. It holds no connection between two calls. */
export function createClient({
  address,
  credential,
  patience,
  transport = sendOverHttp,
}: ClientOptions): Client {
  return {
    async call(name, input) {
      const declared = contract[name];
      const { path, body } = routeOf(declared, parseInput(declared.input, input));
      const answer = await transport({
        address,
        method: declared.method,
        path,
        headers: {
          accept: 'application/json',
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
        },
        body,
        timeout: patience ?? declared.patience ?? usualPatience,
      });
      return parseAnswer(declared.output, answer, address);
    },
  };
}
