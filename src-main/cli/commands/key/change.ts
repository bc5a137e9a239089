import type { Command } from 'commander';
import { canAsk } from '../../ask-secret.ts';
import { type Definition, define } from '../../define.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { secretInput } from '../../secret-input.ts';
import { usageError } from '../../usage-error.ts';
import { wholeNumber } from '../../whole-number.ts';
import { dayOption, noValueInWords, requireKeyName, withoutValue } from './options.ts';

const instead = 'Keys are the operator’s to change.';

interface RotateOptions extends OutputOptions {
  readonly expires?: number;
  readonly fromFd?: number;
}

export const keyRotate: Definition = (parent, context) => {
  withoutValue(define(parent, 'rotate <name>', 'Gives a key another value, read as by key add.'))
    .option('--expires <day>', 'when the new value stops being valid; without it nothing is known', (text) =>
      dayOption(text, Date.now()),
    )
    .option('--from-fd <n>', 'read the value from this open descriptor', wholeNumber(0, 1024))
    .action(async (name: string, { expires, fromFd, ...options }: RotateOptions, command: Command) => {
      noValueInWords(command, 1);
      operatorOnly(context, instead);
      requireKeyName(name);
      const value = await secretInput({ question: `New value of ${name}`, fd: fromFd });
      const rotated = await context.call('keys.rotate', { name, value, expiresAt: expires ?? null });
      await context.output.result(options, rotated, () => `${name} has its new value.`);
      context.output.notice('Agents that run keep the old one until they are stopped and started again.');
    });
};

export const keyRename: Definition = (parent, context) => {
  define(parent, 'rename <name> <to>', 'Gives a key another name.').action(
    async (name: string, to: string, options: OutputOptions) => {
      operatorOnly(context, instead);
      for (const word of [name, to]) requireKeyName(word);
      const renamed = await context.call('keys.rename', { name, to });
      await context.output.result(options, renamed, () => `${name} is called ${renamed.name} now.`);
    },
  );
};

export const keyRemove: Definition = (parent, context) => {
  define(parent, 'remove <name>', 'Takes a key away, with its value.')
    .option('--yes', 'do not ask')
    .action(async (name: string, { yes, ...options }: OutputOptions & { readonly yes?: boolean }) => {
      operatorOnly(context, instead);
      requireKeyName(name);
      if (yes !== true && !(await confirmed(name))) throw usageError('Nothing was removed.');
      const removed = await context.call('keys.remove', { name });
      await context.output.result(options, removed, () => `${name} is removed.`);
    });
};

async function confirmed(name: string): Promise<boolean> {
  if (!canAsk()) throw usageError(`Its value cannot be had back. Say --yes to remove ${name}.`);
  const { personAtTerminal } = await import('../../person.ts');
  const person = personAtTerminal();
  try {
    const answer = await person.ask(`Remove ${name}? Its value cannot be had back. (yes, no) `);
    return /^y(es)?$/i.test(answer ?? '');
  } finally {
    await person.dispose();
  }
}
