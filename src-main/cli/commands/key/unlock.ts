import { type Definition, define } from '../../define.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { secretInput } from '../../secret-input.ts';
import { wholeNumber } from '../../whole-number.ts';

interface UnlockOptions extends OutputOptions {
  readonly passphraseFd?: number;
}

export const keyUnlock: Definition = (parent, context) => {
  define(
    parent,
    'unlock',
    'Opens the sealed vault of a machine without a keyring, for as long as the daemon runs; makes it the first time.',
  )
    .option('--passphrase-fd <n>', 'read the passphrase from this open descriptor', wholeNumber(0, 1024))
    .action(async ({ passphraseFd, ...options }: UnlockOptions) => {
      operatorOnly(context, 'Keys are the operator’s.');
      const before = await context.call('keys.list', {});
      const isNew = before.state === 'absent';
      const question = isNew ? 'A passphrase for the vault' : 'Passphrase of the vault';
      const passphrase = await secretInput({ question, fd: passphraseFd, confirm: isNew });
      const opened = await context.callPatiently('Opening the vault', 'vault.unlock', { passphrase });
      await context.output.result(options, opened, () => opened.says);
    });
};

export const keyLock: Definition = (parent, context) => {
  define(parent, 'lock', 'Closes the sealed vault again.').action(async (options: OutputOptions) => {
    operatorOnly(context, 'Keys are the operator’s.');
    const closed = await context.call('vault.lock', {});
    await context.output.result(options, closed, () => closed.says);
  });
};
