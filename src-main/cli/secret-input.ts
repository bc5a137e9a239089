import { readFileSync } from 'node:fs';
import { systemCodeOf } from '../base/errors.ts';
import { askSecret, canAsk } from './ask-secret.ts';
import { usageError } from './usage-error.ts';

/** Where a secret comes from that must not stand in the arguments. */
export interface SecretSource {
  /** Asked on a terminal, without the colon. */
  readonly question: string;
  /** An open descriptor to read instead; undefined for none. */
  readonly fd?: number | undefined;
  /** Asked twice, for something that cannot be looked up later. */
  readonly confirm?: boolean;
}

/** What stands in a descriptor, without the line break that editors and `echo` add. */
function readDescriptor(fd: number): string {
  try {
    return readFileSync(fd, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw usageError(
      `Descriptor ${fd} cannot be read (${systemCodeOf(error) ?? 'unknown reason'}). Open it, as in: ${fd}<FILE`,
    );
  }
}

async function asked({ question, confirm = false }: SecretSource): Promise<string> {
  const first = await askSecret(`${question}: `);
  if (confirm && (await askSecret(`${question}, again: `)) !== first)
    throw usageError('The two are not the same. Nothing was done.');
  return first;
}

/**
 * Reads a secret: from the descriptor that was named, else from the person at the terminal, unseen, else from the
 * standard input. It is a string of JavaScript, which cannot be wiped.
 * @throws invalid_input when there is none
 */
export async function secretInput(source: SecretSource): Promise<string> {
  const { fd, question } = source;
  const value = fd !== undefined ? readDescriptor(fd) : canAsk() ? await asked(source) : fromInput(question);
  if (value === '') throw usageError(`${question}: nothing was given, and nothing was done.`);
  return value;
}

function fromInput(question: string): string {
  if (process.stdin.isTTY)
    throw usageError(`${question}: give it on the standard input, or on a descriptor that you name.`);
  return readDescriptor(0);
}
