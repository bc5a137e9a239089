import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import type { VaultKey } from '../contract/vault.ts';
import type { Database } from '../storage/database.ts';

/** What is known of a key besides its value. */
export type KeyFacts = Omit<VaultKey, 'is'>;

const rows = z.array(
  z
    .object({
      name: z.string(),
      added_at: z.number(),
      rotated_at: z.number().nullable(),
      used_at: z.number().nullable(),
      expires_at: z.number().nullable(),
      note: z.string().nullable(),
    })
    .transform(
      ({ name, note, ...row }): KeyFacts => ({
        name,
        addedAt: row.added_at,
        rotatedAt: row.rotated_at,
        usedAt: row.used_at,
        expiresAt: row.expires_at,
        note,
      }),
    ),
);

/** The names of the keys with their dates. A row of its own each, so that two who add keys at once lose none. */
export interface KeyTable {
  /** By name. */
  list(): KeyFacts[];
  has(name: string): boolean;
  add(name: string, facts: Pick<KeyFacts, 'expiresAt' | 'note'>): Promise<void>;
  /** @param expiresAt undefined: as before */
  rotated(name: string, expiresAt: number | null | undefined): Promise<void>;
  used(name: string): Promise<void>;
  /** A second row with the facts of the first. */
  copy(name: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export function createKeyTable(database: Database, clock: Clock): KeyTable {
  const run = (statement: string, values: Readonly<Record<string, string | number | null>>): Promise<void> =>
    database.write((connection) => void connection.prepare(statement).run(values));
  return {
    list: () =>
      database.read((connection) =>
        rows.parse(connection.prepare('select * from vault_keys order by name').all()),
      ),
    has: (name) =>
      database.read((connection) =>
        connection.prepare('select 1 from vault_keys where name = ?').get(name),
      ) !== undefined,
    add: (name, { expiresAt, note }) =>
      run(
        'insert into vault_keys (name, added_at, expires_at, note) values (:name, :at, :expiresAt, :note)',
        { name, at: clock.now(), expiresAt, note },
      ),
    rotated: (name, expiresAt) =>
      expiresAt === undefined
        ? run('update vault_keys set rotated_at = :at where name = :name', { name, at: clock.now() })
        : run('update vault_keys set rotated_at = :at, expires_at = :expiresAt where name = :name', {
            name,
            at: clock.now(),
            expiresAt,
          }),
    used: (name) => run('update vault_keys set used_at = :at where name = :name', { name, at: clock.now() }),
    copy: (name, to) =>
      run(
        `insert into vault_keys (name, added_at, rotated_at, used_at, expires_at, note)
         select :to, added_at, rotated_at, used_at, expires_at, note from vault_keys where name = :name`,
        { name, to },
      ),
    remove: (name) => run('delete from vault_keys where name = :name', { name }),
  };
}
