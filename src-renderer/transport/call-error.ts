import { type ErrorBody, errorBody } from '../../src-main/contract/error-body.ts';
import type { ErrorCode } from '../../src-main/contract/errors.ts';

/** Why a call did not give its output: a code of the contract and one line for people. */
export class CallError extends Error {
  readonly code: ErrorCode;
  /** Lines that belong to the message, such as the last lines of a pane. */
  readonly details: readonly string[];

  constructor(code: ErrorCode, message: string, details: readonly string[] = []) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.details = details;
  }
}

/** The error that a door answered with; `internal` when the answer has another form. */
export function errorFrom(body: unknown): CallError {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return new CallError('internal', 'The daemon gave an answer that is not understood.');
  return fromBody(parsed.data);
}

export function fromBody({ error }: ErrorBody): CallError {
  return new CallError(error.code, error.message, error.details);
}

/** Any failure as a `CallError`; what is none of ours becomes `internal`. */
export function asCallError(failure: unknown): CallError {
  if (failure instanceof CallError) return failure;
  return new CallError('internal', failure instanceof Error ? failure.message : String(failure));
}
