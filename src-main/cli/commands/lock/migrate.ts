import { plainLine } from '../../../base/plain-text.ts';
import type { OutputOf } from '../../../contract/procedures.ts';
import { askSecret, canAsk } from '../../ask-secret.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import {
  descriptorOption,
  type FolderOption,
  folderOf,
  type SealOptions,
  sealingOf,
  withFolder,
  withSealing,
} from '../../lock-options.ts';
import { unlockIn } from '../../lock-unlock.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { secretInput } from '../../secret-input.ts';

type Migration = OutputOf<'locks.migrate'>;

interface MigrateOptions extends OutputOptions, FolderOption, SealOptions {
  readonly oldKeyFd?: number;
  readonly keepBackup?: boolean;
  readonly dryRun?: boolean;
}

/** The master key of Backpack; undefined to try the published one alone. */
async function oldKey({ environment }: CommandContext, fd: number | undefined): Promise<string | undefined> {
  if (fd !== undefined) return secretInput({ question: 'Master key of Backpack', fd });
  // The variable was Backpack's own. An age identity in it opens nothing of Backpack's.
  const { passphrase } = unlockIn(environment);
  if (passphrase !== undefined || !canAsk()) return passphrase;
  const typed = await askSecret('Master key of Backpack (Enter alone: the published default key): ');
  return typed === '' ? undefined : typed;
}

function migrationText({ says, lock, backup }: Migration): string {
  return [
    ...says.map((line) => `- ${plainLine(line, 1000)}`),
    lock === null ? 'Nothing was changed.' : `It is sealed anew: ${plainLine(lock.file, 4096)}`,
    ...(backup === null ? [] : [`The old one is kept: ${plainLine(backup, 4096)}`]),
  ].join('\n');
}

export const lockMigrate: Definition = (parent, context) => {
  withSealing(
    withFolder(
      define(
        parent,
        'migrate',
        'Opens an agent.lock of Backpack 1.0, says what is inside, and seals it anew. Its key is asked for, or taken from AGENT_MASTER_KEY.',
      ),
    ),
  )
    .option('--old-key-fd <n>', 'read the master key of Backpack from this open descriptor', descriptorOption)
    .option('--keep-backup', 'keep the old file beside the new one')
    .option('--dry-run', 'only say what is inside')
    .action(async (options: MigrateOptions) => {
      operatorOnly(context, 'Use: backbone memory get');
      const key = await oldKey(context, options.oldKeyFd);
      const sealTo = await sealingOf(options);
      const done = await context.callPatiently('Opening the old lock', 'locks.migrate', {
        folder: folderOf(context, options),
        ...(key === undefined ? {} : { oldKey: key }),
        ...(sealTo === undefined ? {} : { sealTo }),
        keepBackup: options.keepBackup === true,
        dryRun: options.dryRun === true,
      });
      await context.output.result(options, done, () => migrationText(done));
      if (done.leaked.length > 0)
        context.output.notice(
          `Anyone can open the old lock, so these count as leaked; replace them where they came from: ${done.leaked.join(', ')}`,
        );
    });
};
