import type { Command } from 'commander';
import { findDaemon } from '../../../client/find-daemon.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { secretInput } from '../../secret-input.ts';
import { wholeNumber } from '../../whole-number.ts';
import { noValueInWords, withoutValue } from './options.ts';

interface UnlockOptions extends OutputOptions {
  readonly passphraseFd?: number;
}

/** What is still open when the command has ended. */
function howLong({ directory }: CommandContext): string {
  try {
    findDaemon(directory);
    return '';
  } catch {
    return ' No daemon runs that would keep them open; commands without one find the passphrase in AGENT_MASTER_KEY.';
  }
}

export const keyUnlock: Definition = (parent, context) => {
  withoutValue(
    define(
      parent,
      'unlock',
      'Opens the sealed vault of a machine without a keyring, for as long as the daemon runs; makes it the first time.',
    ),
  )
    .option('--passphrase-fd <n>', 'read the passphrase from this open descriptor', wholeNumber(0, 1024))
    .action(async ({ passphraseFd, ...options }: UnlockOptions, command: Command) => {
      noValueInWords(command, 0);
      operatorOnly(context, 'Keys are the operator’s.');
      const before = await context.call('keys.list', {});
      const isNew = before.state === 'absent';
      const question = isNew ? 'A passphrase for the vault' : 'Passphrase of the vault';
      const passphrase =
        before.backend === 'sealed_file'
          ? await secretInput({ question, fd: passphraseFd, confirm: isNew })
          : // A keychain has none of ours: what comes back says so.
            'none';
      const opened = await context.callPatiently('Opening the vault', 'vault.unlock', { passphrase });
      await context.output.result(options, opened, () => `${opened.says}${howLong(context)}`);
    });
};

export const keyLock: Definition = (parent, context) => {
  define(parent, 'lock', 'Closes the sealed vault again.').action(async (options: OutputOptions) => {
    operatorOnly(context, 'Keys are the operator’s.');
    const closed = await context.call('vault.lock', {});
    await context.output.result(options, closed, () => closed.says);
  });
};
