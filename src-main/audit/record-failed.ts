import { asBackboneError, BackboneError, systemCodeOf } from '../base/errors.ts';

const reasons: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'The disk is full: free some space, then try again.',
  SQLITE_READONLY: 'Its file is read-only: make it writable, then try again.',
};

/** Why an entry could not be written, and what to do, for people. */
export function reasonNotRecorded(error: BackboneError): string {
  const code = systemCodeOf(error.cause) ?? '';
  const known = Object.entries(reasons).find(([prefix]) => code.startsWith(prefix));
  return known?.[1] ?? error.message;
}

/** Any failure to record as the one error that callers see; the cause is kept. */
export function recordFailed(thrown: unknown): BackboneError {
  const error = asBackboneError(thrown);
  return new BackboneError(
    'record_failed',
    `Nothing was done, because the audit log could not record it. ${reasonNotRecorded(error)}`,
    { cause: error },
  );
}
