import { lstatSync } from 'node:fs';
import { newOperatorKey, operatorKeyName } from '../authority/operator-key.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { BackboneError } from '../base/errors.ts';
import { ensurePrivateFolder } from '../base/private-files.ts';
import { readEnvironmentFile, setEnvironmentValue } from '../secrets/environment-file.ts';
import { openDatabase } from '../storage/database.ts';

function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function hasKey(directory: DataDirectory): boolean {
  return (readEnvironmentFile(directory.environmentFile)[operatorKeyName] ?? '') !== '';
}

/**
 * Makes everything a data directory holds, privately, and repairs the modes of what is there. May be repeated; a
 * key that is there is kept.
 * @param options.force makes a new operator key in any case; credentials of running agents and open panels end with the old one
 * @returns paths that did not exist before; with a new key, `.env` is among them
 * @throws not_initialised when the key was lost; not_private, storage_busy, storage_failed
 */
export async function initialise(
  directory: DataDirectory,
  options: { force?: boolean } = {},
): Promise<{ created: string[] }> {
  const created: string[] = [];
  for (const folder of [
    directory.root,
    directory.state,
    directory.spool,
    directory.launches,
    directory.hooks,
  ]) {
    if (!exists(folder)) created.push(folder);
    ensurePrivateFolder(folder);
  }
  if (!exists(directory.database)) created.push(directory.database);
  const database = await openDatabase(directory.database);
  try {
    // A key lost from a directory that was in use is a person's to put back or to give up, never replaced by itself.
    if (options.force !== true && !hasKey(directory) && exists(directory.auditAnchor)) {
      throw new BackboneError(
        'not_initialised',
        `${operatorKeyName} is missing from ${directory.environmentFile}. Put the file back, or make a new key with "backbone init --force".`,
      );
    }
    // Two that initialise at once must end with one key: the database's lock lets one in after the other.
    if (options.force === true || !hasKey(directory)) {
      const made = await database.write(() => {
        if (options.force !== true && hasKey(directory)) return false;
        setEnvironmentValue(directory.environmentFile, operatorKeyName, newOperatorKey());
        return true;
      });
      if (made) created.push(directory.environmentFile);
    }
  } finally {
    await database.dispose();
  }
  return { created };
}
