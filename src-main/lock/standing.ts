import path from 'node:path';
import type { LockChange, LockDocument, LockStanding, LockUnlock } from '../contract/lock.ts';
import { diffLocks } from './diff.ts';
import type { Locks, StoredLock } from './locks.ts';
import type { LockOutline } from './outline.ts';

/** What this machine knows of the locks of folders. */
export interface KnownLocks {
  /** Under the key of this machine, so that outlines of different days can be compared. */
  outline(document: LockDocument): Promise<LockOutline>;
  /** How a lock stands to the one last sealed here or accepted, and what that one said; null when there was none. */
  standingOf(
    folder: string,
    digest: string,
    outline: LockOutline,
  ): { readonly standing: LockStanding; readonly against: LockOutline | null };
}

/** An opened lock, and whether it may be used. */
export interface StandingLock {
  readonly lock: StoredLock;
  readonly outline: LockOutline;
  readonly standing: LockStanding;
  /** What is different from the lock last sealed here or accepted. */
  readonly changes: readonly LockChange[];
}

/** Real path of the folder of a lock: under it a lock is known. */
export function folderOfLock({ file }: Pick<StoredLock, 'file'>): string {
  return path.dirname(file);
}

/** How an opened lock stands. */
export async function standingOf(known: KnownLocks, lock: StoredLock): Promise<StandingLock> {
  const outline = await known.outline(lock.document);
  const { standing, against } = known.standingOf(folderOfLock(lock), lock.digest, outline);
  return { lock, outline, standing, changes: diffLocks(against, outline) };
}

/**
 * Opens the lock of a folder and says how it stands. One that seems changed is looked at again when no process of ours
 * writes it: between the writing and the note of it, what we sealed ourselves looks as if someone else had.
 * @throws what opening a lock throws
 */
export async function openStanding(
  locks: Locks,
  known: KnownLocks,
  folder: string,
  unlock: LockUnlock,
): Promise<StandingLock> {
  const found = await standingOf(known, await locks.open(folder, unlock));
  if (found.standing !== 'changed') return found;
  return await locks.openQuiet(folder, unlock, (lock) => standingOf(known, lock));
}
