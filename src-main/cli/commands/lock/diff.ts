import path from 'node:path';
import { type Definition, define } from '../../define.ts';
import { type FolderOption, withFolder } from '../../lock-options.ts';
import type { OutputOptions } from '../../output.ts';
import { onLock } from '../../show-lock.ts';
import { changesText } from '../../text/lock.ts';

interface DiffOptions extends OutputOptions, FolderOption {
  readonly against?: string;
}

export const lockDiff: Definition = (parent, context) => {
  withFolder(
    define(
      parent,
      'diff',
      'Says in words what is different from the lock that was last sealed here or accepted, or from another one.',
    ),
  )
    .option('--against <file>', 'another agent.lock')
    .action(async (options: DiffOptions) => {
      const against =
        options.against === undefined ? {} : { against: path.resolve(context.folder, options.against) };
      const answer = await onLock(context, options, (place) =>
        context.call('locks.diff', { ...place, ...against }),
      );
      await context.output.result(options, answer, (paint) => changesText(answer.changes, paint));
    });
};
