import { inspect } from 'node:util';
import { BackboneError } from './errors.ts';

export type LogLevel = 'info' | 'warn' | 'error';

/** Writes one JSON object a line. Fields are names and numbers; never a value of a key, a header or a body. */
export interface Logger {
  log(level: LogLevel, event: string, fields?: Record<string, string | number | boolean | null>): void;
  /** Logs a failure with its causes. */
  failure(event: string, thrown: unknown): void;
}

function causesOf(thrown: unknown): string[] {
  const lines: string[] = [];
  for (
    let error = thrown;
    error !== undefined && lines.length < 5;
    error = error instanceof Error ? error.cause : undefined
  ) {
    if (error instanceof BackboneError) lines.push(`${error.code}: ${error.message}`);
    else lines.push(error instanceof Error ? (error.stack ?? error.message) : inspect(error, { depth: 2 }));
  }
  return lines;
}

/**
 * @param write takes one finished line
 * @param redact takes secrets out of a line before it is written
 */
export function createLogger(
  write: (line: string) => void,
  now: () => number,
  redact: (text: string) => string = (text) => text,
): Logger {
  const emit = (level: LogLevel, event: string, fields: object): void => {
    write(`${redact(JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...fields }))}\n`);
  };
  return {
    log: (level, event, fields = {}) => emit(level, event, fields),
    failure: (event, thrown) => emit('error', event, { causes: causesOf(thrown) }),
  };
}
