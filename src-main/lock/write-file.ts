import { createHash } from 'node:crypto';
import { lstatSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { BackboneError, systemCodeOf } from '../base/errors.ts';
import { writePrivateFile } from '../base/private-files.ts';
import { shownFile } from './failures.ts';
import { digestOf } from './open.ts';
import { lockName, readLockFile } from './read-file.ts';

/** Another program wrote the lock, without waiting for its turn, between our reading and our writing. */
export class WrittenMeanwhile extends Error {}

/** One for each data directory: who has the turn there owns the file, and whatever a crash left of it. */
function temporaryOf(turns: string, file: string): string {
  const owner = createHash('sha256').update(turns).digest('hex').slice(0, 12);
  return path.join(path.dirname(file), `.${lockName}.${owner}`);
}

/** @throws not_private when what lies there cannot be taken away */
function removeLeft(temporary: string): void {
  try {
    unlinkSync(temporary);
  } catch (cause) {
    if (systemCodeOf(cause) === 'ENOENT') return;
    const says = `${shownFile(temporary)} is in the way of writing the lock. Move it away and try again.`;
    throw new BackboneError('not_private', says, { cause });
  }
}

/** @throws file_exists when anything lies in the place of a lock */
export function assertNoLock(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  throw new BackboneError(
    'file_exists',
    `${shownFile(file)} is there already and was not overwritten. Change it with "backbone lock", or move it away.`,
  );
}

function assertUnchanged(file: string, before: string | null): void {
  if (before === null) assertNoLock(file);
  else if (digestOf(readLockFile(file).bytes) !== before) throw new WrittenMeanwhile();
}

/**
 * Puts `bytes` in the place of a lock, as a whole and private (0600), durable when it returns. Whoever calls has the turn.
 * @param before digest of what is replaced; null: nothing may be there
 * @throws file_exists, not_private, storage_failed, WrittenMeanwhile, what reading throws
 */
export function replaceLockFile(turns: string, file: string, bytes: Uint8Array, before: string | null): void {
  const temporary = temporaryOf(turns, file);
  removeLeft(temporary);
  try {
    writePrivateFile(file, bytes, { temporary, beforeReplacing: () => assertUnchanged(file, before) });
  } catch (cause) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(systemCodeOf(cause) ?? '')) throw cause;
    const folder = shownFile(path.dirname(file));
    const says = `The lock could not be written. Make room in ${folder} and make the folder writable for you.`;
    throw new BackboneError('storage_failed', says, { cause });
  }
}
