import { type Command, InvalidArgumentError } from 'commander';
import { keyNameProblem } from '../../../contract/key-name.ts';
import { usageError } from '../../usage-error.ts';

/** The day of a date, as the calendar has it. */
function dateOf(text: string): string {
  return new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().slice(0, 10);
}

/** Reads a day, the end of which counts, or a moment with its offset; it must be to come. @returns epoch milliseconds */
export function dayOption(text: string, now: number): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = isDay ? Date.parse(`${text}T23:59:59Z`) : isMoment ? Date.parse(text) : Number.NaN;
  // JavaScript takes the 31st of February for the 3rd of March.
  const exists = !Number.isNaN(Date.parse(text)) && dateOf(text) === text.slice(0, 10);
  if (Number.isNaN(at) || !exists)
    throw new InvalidArgumentError(
      'It takes a day such as 2027-01-31, or a moment such as 2027-01-31T18:00Z.',
    );
  if (at <= now) throw new InvalidArgumentError('That has passed.');
  return at;
}

/** Lets every word come to the action, which refuses those too many: the parser's own failure would show them. */
export function withoutValue(command: Command): Command {
  return command.allowExcessArguments().allowUnknownOption();
}

/**
 * A value that was typed into the command line stands in the shell's history and in the list of processes.
 * @param expected how many words the command takes
 * @throws invalid_input when there are further ones; they are not repeated
 */
export function noValueInWords({ args }: Command, expected: number): void {
  if (args.length <= expected) return;
  throw usageError(
    'There is a word or an option too many. A value does not belong on the command line: the shell keeps it in its history, and other programs see it. If that was one, take it out of the history and change it where it came from. Leave it out here: it is asked for.',
  );
}

/** Before a value is asked for. @throws invalid_input when no key may have that name */
export function requireKeyName(name: string): void {
  const problem = keyNameProblem(name);
  if (problem !== null) throw usageError(problem);
}
