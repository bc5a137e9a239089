import type { ErrorBody } from '../contract/error-body.ts';
import { type ErrorCode, errorKinds } from '../contract/errors.ts';

/** An expected failure. `message` is one line for people that says what is so and what to do; the cause is for logs. */
export class BackboneError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly string[];

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'BackboneError';
    this.code = code;
    this.details = options.details ?? [];
  }
}

/** Any thrown value as a `BackboneError`; what is not one yet is a bug and becomes `internal`, cause kept. */
export function asBackboneError(thrown: unknown): BackboneError {
  if (thrown instanceof BackboneError) return thrown;
  return new BackboneError(
    'internal',
    'Something in Backbone failed that should not have. The log has the cause.',
    { cause: thrown },
  );
}

/** What leaves through a door: code, line and details, never the cause. */
export function errorBodyOf(error: BackboneError): ErrorBody {
  return { error: { code: error.code, message: error.message, details: [...error.details] } };
}

/** Exit status of the command for this failure. */
export function exitStatusOf(error: BackboneError): number {
  return errorKinds[error.code].exit;
}

/** Node's error code of a failed system call, such as `ENOENT`; null for anything else. */
export function systemCodeOf(thrown: unknown): string | null {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
}
