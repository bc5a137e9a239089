import type { LockView } from '../../../contract/lock.ts';
import { type Definition, define } from '../../define.ts';
import { type FolderOption, withFolder } from '../../lock-options.ts';
import type { OutputOptions } from '../../output.ts';
import { onLock } from '../../show-lock.ts';
import { lockStatusText, lockText } from '../../text/lock.ts';
import type { Paint } from '../../text/paint.ts';

function definition(
  name: string,
  summary: string,
  text: (view: LockView, paint: Paint) => string | Promise<string>,
): Definition {
  return (parent, context) => {
    withFolder(define(parent, name, summary)).action(async (options: OutputOptions & FolderOption) => {
      const view = await onLock(context, options, (place) => context.call('locks.show', place));
      await context.output.result(options, view, (paint) => text(view, paint));
    });
  };
}

export const lockStatus = definition(
  'status',
  'Says in a few lines what the agent.lock of a folder is, and whether it is used.',
  lockStatusText,
);
export const lockShow = definition(
  'show',
  'Shows everything of an agent.lock but the values of its keys.',
  lockText,
);
