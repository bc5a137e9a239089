import { lstatSync, statSync } from 'node:fs';
import { BackboneError } from '../base/errors.ts';
import type { LockDocument, LockUnlock } from '../contract/lock.ts';
import { shownFile } from './failures.ts';
import { digestOf, type OpenedLock, openLock } from './open.ts';
import { type LockBytes, lockPath, readLockFile } from './read-file.ts';
import { sealLock } from './seal.ts';
import { assertNoLock, replaceLockFile, WrittenMeanwhile } from './write-file.ts';
import { inTurn } from './write-turn.ts';

/** How often a lock is read anew when other programs write it without waiting for their turn. */
const mostTries = 10;

/** A lock of a folder, opened. */
export interface StoredLock extends OpenedLock {
  /** Real path. */
  readonly file: string;
  /** Size of the file. */
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** What is to be sealed. */
export interface NextLock {
  readonly document: LockDocument;
  /** For a document without recipients. Default: the passphrase it was opened with. */
  readonly passphrase?: string | undefined;
  /**
   * Called when all is sealed, just before the new lock takes its place; when it throws, nothing is changed. Called
   * again when another program wrote the lock in that moment.
   */
  readonly before?: () => Promise<void>;
  /** Called when the new lock is in place, before any other process of ours may write it or see that it is quiet. */
  readonly written?: (lock: StoredLock) => Promise<void>;
}

/** Gives the next lock; null when nothing is to be changed. May be called again, with a newer lock, when another program wrote it meanwhile. */
export type LockChanger = (lock: StoredLock) => Promise<NextLock | null>;

/** The agent.lock files of folders. Every error of opening is thrown by all of them; see `openLock`. */
export interface Locks {
  /** What lies there, unopened. @throws folder_missing, lock_missing, lock_not_file, not_private, too_large */
  read(folder: string): LockBytes;
  /** @throws what `read` and `openLock` throw */
  open(folder: string, unlock: LockUnlock): Promise<StoredLock>;
  /**
   * Opens a lock that lies elsewhere, under any name.
   * @param file absolute path of it, or of a folder with an `agent.lock`
   * @throws as `open` does
   */
  openAt(file: string, unlock: LockUnlock): Promise<StoredLock>;
  /**
   * Opens while no process of this data directory writes the lock, and runs `work` before one does.
   * @throws storage_busy as well
   */
  openQuiet<T>(folder: string, unlock: LockUnlock, work: (lock: StoredLock) => Promise<T>): Promise<T>;
  /**
   * Seals a lock where none is.
   * @param next called when nothing is there, just before sealing
   * @throws file_exists, invalid_input, too_large, storage_busy, storage_failed, and what `next` throws
   */
  create(folder: string, next: () => Promise<NextLock>): Promise<StoredLock>;
  /**
   * Opens, changes and seals anew, as one step among all processes of this data directory: no update is lost.
   * @throws invalid_input, too_large, storage_busy, storage_failed, and what `change` throws; then the lock is as it was
   */
  update(folder: string, unlock: LockUnlock, change: LockChanger): Promise<StoredLock>;
  /**
   * Puts a new lock in the place of something else that was read there.
   * @throws as `update` does; storage_busy too when something else lies there by now
   */
  replace(found: LockBytes, next: NextLock): Promise<StoredLock>;
}

export interface LocksOptions {
  /** Folder of the data directory in which processes take turns; made, private, when it is missing. */
  readonly turns: string;
  /** This machine's `AGE-SECRET-KEY-1…`, fetched only when it is needed. */
  readonly identity: () => Promise<string>;
  /** Work of passphrases, as a power of two. Default: that of age. */
  readonly work?: number;
}

/** @throws storage_busy when other programs write all the time */
async function untilUndisturbed<T>(file: string, tries: number, work: () => Promise<T>): Promise<T> {
  for (let left = tries; left > 0; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WrittenMeanwhile)) throw error;
    }
  }
  const says = `Another program writes ${shownFile(file)} at this moment. Wait for it or end it, then try again.`;
  throw new BackboneError('storage_busy', says);
}

function justWritten(file: string, document: LockDocument, sealed: Uint8Array): StoredLock {
  return {
    file,
    document,
    digest: digestOf(sealed),
    sealedTo: document.recipients === null ? 'passphrase' : 'recipients',
    unnamed: 0,
    bytes: sealed.length,
    modifiedAt: Math.round(statSync(file).mtimeMs),
  };
}

function isFolder(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Makes what reads and writes locks in one data directory. */
export function lockFiles({ turns, identity, work }: LocksOptions): Locks {
  const openFile = async (file: string, unlock: LockUnlock): Promise<StoredLock> => {
    const { bytes, modifiedAt } = readLockFile(file);
    return { ...(await openLock(bytes, { unlock, identity }, file)), file, bytes: bytes.length, modifiedAt };
  };

  const put = async (
    file: string,
    next: NextLock,
    unlock: LockUnlock,
    before: string | null,
  ): Promise<StoredLock> => {
    const passphrase = next.passphrase ?? unlock.passphrase;
    const sealed = await sealLock(next.document, { passphrase, ...(work === undefined ? {} : { work }) });
    await next.before?.();
    replaceLockFile(turns, file, sealed, before);
    const lock = justWritten(file, next.document, sealed);
    await next.written?.(lock);
    return lock;
  };

  return {
    read: (folder) => readLockFile(lockPath(folder)),
    open: async (folder, unlock) => openFile(lockPath(folder), unlock),
    openAt: async (file, unlock) => openFile(isFolder(file) ? lockPath(file) : file, unlock),
    openQuiet: async (folder, unlock, work) => {
      const file = lockPath(folder);
      return await inTurn(turns, file, async () => await work(await openFile(file, unlock)));
    },
    create: async (folder, next) => {
      const file = lockPath(folder);
      return await inTurn(turns, file, async () => {
        assertNoLock(file);
        return await put(file, await next(), {}, null);
      });
    },
    update: async (folder, unlock, change) => {
      const file = lockPath(folder);
      const once = async (): Promise<StoredLock> => {
        const lock = await openFile(file, unlock);
        const next = await change(lock);
        return next === null ? lock : await put(file, next, unlock, lock.digest);
      };
      return await inTurn(turns, file, () => untilUndisturbed(file, mostTries, once));
    },
    replace: (found, next) =>
      inTurn(turns, found.file, () =>
        untilUndisturbed(found.file, 1, () => put(found.file, next, {}, digestOf(found.bytes))),
      ),
  };
}
