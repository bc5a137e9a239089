import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call: `public` needs no credential, `agent` takes the credential of a live launch or the
 * operator's, `operator` takes the operator's alone.
 */
export type Authority = 'public' | 'agent' | 'operator';

/** One thing a client can call. Declared once; HTTP, the bridge, the client and the documentation follow from it. */
export interface Procedure<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with `{field}` for the fields of `input` that stand in it. */
  readonly path: `/${string}`;
  readonly authority: Authority;
  /** One line for the documentation. */
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** What it may answer besides the errors every call can get. */
  readonly errors: readonly ErrorCode[];
  /** How long a client waits for the answer, milliseconds. */
  readonly patience?: number;
}

/** Keeps the exact types of a declaration. */
export function procedure<I extends z.ZodType, O extends z.ZodType>(
  declared: Procedure<I, O>,
): Procedure<I, O> {
  return declared;
}

/** Errors that any call can get. */
export const commonErrors = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'too_large',
  'internal',
] as const satisfies readonly ErrorCode[];
