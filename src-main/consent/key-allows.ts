import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import type { KeySource } from '../contract/consent.ts';
import type { Database } from '../storage/database.ts';

/** For what a key was allowed for good. When any part is another one, the allow counts no more. */
export interface AllowedFor {
  /** The agent's id, or the folder for runs outside of any agent. */
  readonly subject: string;
  readonly key: string;
  /** Absolute path, links resolved. */
  readonly folder: string;
  readonly source: KeySource;
  /** Of the lock: everything that it says but its memory. */
  readonly substance: string;
}

const row = z.object({ folder: z.string(), source: z.string(), substance: z.string() });

/** The keys that a person allowed until the agent's lock or folder changes. */
export interface KeyAllows {
  isAllowed(what: AllowedFor): boolean;
  /** @throws storage_busy, storage_failed */
  allow(what: AllowedFor): Promise<void>;
}

export function createKeyAllows(database: Database, clock: Clock): KeyAllows {
  return {
    isAllowed: ({ subject, key, folder, source, substance }) =>
      database.read((connection) => {
        const found = connection
          .prepare('select folder, source, substance from key_allows where subject = ? and key = ?')
          .get(subject, key);
        if (found === undefined) return false;
        const kept = row.parse(found);
        return kept.folder === folder && kept.source === source && kept.substance === substance;
      }),
    allow: (what) =>
      database.write((connection) => {
        connection
          .prepare(
            `insert into key_allows (subject, key, folder, source, substance, at)
             values (:subject, :key, :folder, :source, :substance, :at)
             on conflict (subject, key) do update
             set folder = :folder, source = :source, substance = :substance, at = :at`,
          )
          .run({ ...what, at: clock.now() });
      }),
  };
}
