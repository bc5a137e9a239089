import { type Definition, define } from '../../define.ts';
import {
  type FolderOption,
  type SealOptions,
  sealingOf,
  withFolder,
  withSealing,
} from '../../lock-options.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { changeLock } from '../../show-lock.ts';
import { usageError } from '../../usage-error.ts';

export const lockShare: Definition = (parent, context) => {
  withFolder(
    define(parent, 'share <recipient>', 'Seals an agent.lock to one more age public key (age1…).'),
  ).action((recipient: string, options: OutputOptions & FolderOption) =>
    changeLock(context, options, (place) => context.call('locks.share', { ...place, recipient })),
  );
};

export const lockUnshare: Definition = (parent, context) => {
  withFolder(
    define(
      parent,
      'unshare <recipient>',
      'Seals an agent.lock anew without one public key. What its holder has copied stays readable there: rotate the keys.',
    ),
  ).action((recipient: string, options: OutputOptions & FolderOption) =>
    changeLock(context, options, (place) => context.call('locks.unshare', { ...place, recipient })),
  );
};

interface RotateOptions extends OutputOptions, FolderOption, SealOptions {
  readonly onlyThisMachine?: boolean;
}

export const lockRotate: Definition = (parent, context) => {
  withSealing(
    withFolder(
      define(
        parent,
        'rotate',
        'Seals an agent.lock anew: to the same as before, or to whom the options say.',
      ),
    ),
  )
    .option('--only-this-machine', 'seal it to this machine and nobody else')
    .action(async (options: RotateOptions) => {
      operatorOnly(context, 'Use: backbone memory get');
      const sealTo = await sealingOf(options);
      if (sealTo !== undefined && options.onlyThisMachine === true)
        throw usageError('--only-this-machine goes without --to and --passphrase.');
      const chosen = options.onlyThisMachine === true ? { recipients: [] } : sealTo;
      await changeLock(context, options, (place) =>
        context.call('locks.rotate', { ...place, ...(chosen === undefined ? {} : { sealTo: chosen }) }),
      );
    });
};
