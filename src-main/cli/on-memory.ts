import type { LockUnlock } from '../contract/lock.ts';
import type { CommandContext } from './context.ts';
import { type FolderOption, folderOf } from './lock-options.ts';
import { withUnlock } from './lock-unlock.ts';
import type { OutputOptions } from './output.ts';
import { usageError } from './usage-error.ts';

export type MemoryOptions = OutputOptions & FolderOption;

/**
 * Does `work` on the memory of a lock: that of a folder for a person, its own for an agent.
 * @throws invalid_input for an agent that names a folder, and what `work` throws
 */
export function onMemory<T>(
  context: CommandContext,
  options: MemoryOptions,
  work: (place: { folder?: string; unlock: LockUnlock }) => Promise<T>,
): Promise<T> {
  if (context.isAgent) {
    if (options.folder !== undefined)
      throw usageError('An agent has its own memory alone. Leave --folder out.');
    return work({ unlock: {} });
  }
  const folder = folderOf(context, options);
  return withUnlock(context.environment, (unlock) => work({ folder, unlock }));
}
