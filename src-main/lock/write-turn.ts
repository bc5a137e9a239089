import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BackboneError } from '../base/errors.ts';
import { KeyedLock } from '../base/keyed-lock.ts';
import { ensurePrivateFolder } from '../base/private-files.ts';
import { type Connection, isBusy, openPrivate } from '../storage/connection.ts';
import { holderOf } from '../storage/holder.ts';
import { shownFile } from './failures.ts';

/** Longest wait for other processes, milliseconds. */
const usualBound = 30_000;
/** Pause between two tries, milliseconds, on average. A write takes some ten. */
const pause = 10;

/** Writers of this process come one after another, and take one place among all processes. */
const inProcess = new KeyedLock();

async function begin(connection: Connection, file: string, turn: string, until: number): Promise<void> {
  for (;;) {
    try {
      connection.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= until) {
        const holder = holderOf(turn);
        const who = holder === null ? 'Another process' : `Process ${holder.pid} (${holder.program})`;
        throw new BackboneError(
          'storage_busy',
          `${who} has been writing ${shownFile(file)} for too long. Wait for it or end it, then try again.`,
          { cause: error },
        );
      }
    }
    // Not in step with the others that wait.
    await delay(pause * (0.5 + Math.random()));
  }
}

/**
 * Runs `work` while no other process of this data directory writes `file`. The system gives a turn back when its
 * process dies, however that happens.
 * @param turns private folder in the data directory
 * @param file real path of the lock
 * @param bound how long to wait for other processes, milliseconds
 * @throws storage_busy, not_private, and what `work` throws
 */
export async function inTurn<T>(
  turns: string,
  file: string,
  work: () => Promise<T>,
  bound = usualBound,
): Promise<T> {
  const turn = path.join(turns, `${createHash('sha256').update(file).digest('hex')}.db`);
  return await inProcess.run(turn, async () => {
    ensurePrivateFolder(turns);
    const connection = openPrivate(turn);
    try {
      await begin(connection, file, turn, performance.now() + bound);
      return await work();
    } finally {
      // Gives the turn back with it.
      connection.close();
    }
  });
}
