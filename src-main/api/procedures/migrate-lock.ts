import { lstatSync } from 'node:fs';
import type { Caller } from '../../authority/caller.ts';
import { BackboneError } from '../../base/errors.ts';
import { writePrivateFile } from '../../base/private-files.ts';
import { type LockDocument, lockVersion } from '../../contract/lock.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/procedures.ts';
import { migrateBackpack } from '../../lock/migrate.ts';
import { folderOfLock, standingOf } from '../../lock/standing.ts';
import { LockActs, type LockParts, Once } from './lock-acts.ts';
import { sealingOf } from './lock-edit.ts';

type Migration = OutputOf<'locks.migrate'>;

function assertFree(backup: string): void {
  if (lstatSync(backup, { throwIfNoEntry: false }) === undefined) return;
  throw new BackboneError(
    'file_exists',
    `${backup} is there already and was not overwritten. Move it away, or migrate without a backup.`,
  );
}

/** Opens a lock of Backpack 1.0 and, unless it is only asked what is inside, seals it anew in its place. */
export async function migrateLock(
  parts: LockParts,
  { folder, oldKey, sealTo, keepBackup, dryRun }: ParsedInputOf<'locks.migrate'>,
  caller: Caller | null,
): Promise<Migration> {
  const acts = new LockActs(parts, caller);
  const { recipients, passphrase } = sealingOf(sealTo, parts.recipient);
  const found = parts.locks.read(folder);
  const own = folderOfLock(found);
  const migrated = await migrateBackpack(found.bytes, oldKey ?? null, found.file);
  const { content, openedWith } = migrated;
  const told = { openedWith, says: [...migrated.says], leaked: [...migrated.leaked] };
  if (dryRun) {
    await acts.record('lock.opened', own, { of: 'Backpack 1.0', key: openedWith });
    return { ...told, backup: null, lock: null };
  }

  const backup = keepBackup ? `${found.file}.backpack-1.0` : null;
  const document: LockDocument = { version: lockVersion, recipients, ...content };
  const details = { key: openedWith, leaked: told.leaked, backup };
  const act = { kind: 'lock.migrated', details, document, passphrase } as const;
  const next = acts.next(act, own, new Once(), 'own');
  const lock = await parts.locks.replace(found, {
    ...next,
    before: async () => {
      if (backup !== null) assertFree(backup);
      await next.before?.();
      if (backup !== null)
        writePrivateFile(backup, found.bytes, { beforeReplacing: () => assertFree(backup) });
    },
  });
  return { ...told, backup, lock: acts.view(await standingOf(parts.known, lock)) };
}
