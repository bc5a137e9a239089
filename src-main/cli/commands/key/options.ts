import { InvalidArgumentError } from 'commander';
import { usageError } from '../../usage-error.ts';

/** Reads a day, the end of which counts, or a moment with its offset. @returns epoch milliseconds */
export function dayOption(text: string): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = isDay ? Date.parse(`${text}T23:59:59Z`) : isMoment ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new InvalidArgumentError('It takes a day such as 2027-01-31, or a moment such as 2027-01-31T18:00Z.');
}

/**
 * A value that was typed into the command line stands in the shell's history and in the list of processes.
 * @throws invalid_input when there are further words; they are not repeated
 */
export function noValueInWords(words: readonly string[]): void {
  if (words.length === 0) return;
  throw usageError(
    'A value does not belong on the command line: the shell keeps it in its history, and other programs see it. If that was one, take it out of the history and change it where it came from. Leave it out here: it is asked for.',
  );
}
