import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import type { LockStanding } from '../contract/lock.ts';
import { type LockOutline, lockOutline, substanceOf } from '../lock/outline.ts';
import type { Database } from '../storage/database.ts';

const row = z.object({ digest: z.string(), how: z.enum(['own', 'accepted']), outline: z.string() });

/** How a lock stands to the one that was last sealed here or accepted. */
export interface Standing {
  readonly standing: LockStanding;
  /** What that one said; null when there was none. */
  readonly against: LockOutline | null;
}

/** For each folder, the lock that was last sealed on this machine or accepted by a person. */
export interface AcceptedLocks {
  /**
   * A lock that says the same but remembers other things stands as before: memory is the agent's to change.
   * @param folder absolute path, links resolved
   * @param digest SHA-256 of the file, hexadecimal
   */
  standingOf(folder: string, digest: string, outline: LockOutline): Standing;
  /**
   * Notes a lock as sealed here (`own`) or accepted.
   * @throws storage_busy, storage_failed
   */
  note(folder: string, digest: string, outline: LockOutline, how: 'own' | 'accepted'): Promise<void>;
}

export function createAcceptedLocks(database: Database, clock: Clock): AcceptedLocks {
  return {
    standingOf(folder, digest, outline) {
      const found = database.read((connection) =>
        connection.prepare('select digest, how, outline from accepted_locks where folder = ?').get(folder),
      );
      if (found === undefined) return { standing: 'new', against: null };
      const kept = row.parse(found);
      const against = lockOutline.parse(JSON.parse(kept.outline));
      const isSame = kept.digest === digest || substanceOf(against) === substanceOf(outline);
      return { standing: isSame ? kept.how : 'changed', against };
    },
    note: (folder, digest, outline, how) =>
      database.write((connection) => {
        connection
          .prepare(
            `insert into accepted_locks (folder, digest, how, outline, at)
             values (:folder, :digest, :how, :outline, :at)
             on conflict (folder) do update set digest = :digest, how = :how, outline = :outline, at = :at`,
          )
          .run({ folder, digest, how, outline: JSON.stringify(outline), at: clock.now() });
      }),
  };
}
