import type { LockUnlock, LockView } from '../contract/lock.ts';
import type { CommandContext } from './context.ts';
import { type FolderOption, folderOf } from './lock-options.ts';
import { withUnlock } from './lock-unlock.ts';
import { operatorOnly } from './operator-only.ts';
import type { OutputOptions } from './output.ts';
import { lockStatusText } from './text/lock.ts';

/** Where a lock is, and how it is opened. */
export interface LockPlace {
  readonly folder: string;
  readonly unlock: LockUnlock;
}

/**
 * Does `work` on the lock of a folder, opened by what the environment or the person gives.
 * @throws forbidden in a process of an agent, and what `work` throws
 */
export function onLock<T>(
  context: CommandContext,
  options: FolderOption,
  work: (place: LockPlace) => Promise<T>,
): Promise<T> {
  operatorOnly(context, 'Use: backbone memory get');
  const folder = folderOf(context, options);
  return withUnlock(context.environment, (unlock) => work({ folder, unlock }));
}

/** Changes a lock and says how it is now. */
export async function changeLock(
  context: CommandContext,
  options: FolderOption & OutputOptions,
  work: (place: LockPlace) => Promise<LockView>,
): Promise<void> {
  const view = await onLock(context, options, work);
  await context.output.result(options, view, (paint) => lockStatusText(view, paint));
}
