import type { Command } from 'commander';
import { type Definition, define } from '../../define.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { secretInput } from '../../secret-input.ts';
import { wholeNumber } from '../../whole-number.ts';
import { dayOption, noValueInWords, requireKeyName, withoutValue } from './options.ts';

interface AddOptions extends OutputOptions {
  readonly note?: string;
  readonly expires?: number;
  readonly fromFd?: number;
}

export const keyAdd: Definition = (parent, context) => {
  withoutValue(
    define(
      parent,
      'add <name>',
      'Keeps a new key. Its value is asked for unseen, or read from the standard input or a descriptor.',
    ),
  )
    .option('--note <text>', 'what it is, in your words')
    .option('--expires <day>', 'when it stops being valid, as 2027-01-31', (text) =>
      dayOption(text, Date.now()),
    )
    .option('--from-fd <n>', 'read the value from this open descriptor', wholeNumber(0, 1024))
    .action(async (name: string, { note, expires, fromFd, ...options }: AddOptions, command: Command) => {
      noValueInWords(command, 1);
      operatorOnly(context, 'Its folder’s lock says which keys it may ask for.');
      requireKeyName(name);
      const value = await secretInput({ question: `Value of ${name}`, fd: fromFd });
      const added = await context.call('keys.add', {
        name,
        value,
        ...(note === undefined ? {} : { note }),
        ...(expires === undefined ? {} : { expiresAt: expires }),
      });
      await context.output.result(options, added, () => `${added.name} is kept.`);
    });
};
