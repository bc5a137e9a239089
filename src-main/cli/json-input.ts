import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { usageError } from './usage-error.ts';

/**
 * A JSON value from an argument, or from the standard input when there is none.
 * @throws invalid_input when it is no JSON, or there is a terminal where the input should be
 */
export async function jsonIn(argument: string | undefined): Promise<z.infer<ReturnType<typeof z.json>>> {
  if (argument === undefined && process.stdin.isTTY)
    throw usageError('Give the value as an argument, or on the standard input.');
  try {
    return z.json().parse(JSON.parse(argument ?? readFileSync(0, 'utf8')));
  } catch {
    throw usageError('The value is no JSON. A text stands in quotes: \'"like this"\'');
  }
}
