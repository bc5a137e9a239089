import { lstatSync } from 'node:fs';
import path from 'node:path';
import { asBackboneError } from '../base/errors.ts';
import type { LockStanding } from '../contract/lock.ts';
import type { CommandContext } from './context.ts';
import { unlockIn } from './lock-unlock.ts';
import { standingText } from './text/lock.ts';

/** The lock of the folder in which the person stands, at a glance. */
export interface FolderLock {
  readonly file: string;
  /** Null when it could not be opened. */
  readonly standing: LockStanding | null;
  /** One line. */
  readonly says: string;
}

/** Never fails and asks nobody. @returns null when there is no lock here, or it is not for an agent to see */
export async function folderLock({
  call,
  environment,
  folder,
  isAgent,
}: CommandContext): Promise<FolderLock | null> {
  const file = path.join(folder, 'agent.lock');
  if (isAgent || lstatSync(file, { throwIfNoEntry: false }) === undefined) return null;
  try {
    const { standing, credentials } = await call('locks.show', { folder, unlock: unlockIn(environment) });
    return { file, standing, says: `${standingText(standing)}; keys: ${credentials.length}` };
  } catch (error) {
    return { file, standing: null, says: asBackboneError(error).message };
  }
}
