import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BackboneError } from '../base/errors.ts';
import { readPrivateFile, removePrivateFile, writePrivateFile } from '../base/private-files.ts';
import type { KeyPlace } from './key-place.ts';
import { openValue, sealValue } from './sealed-value.ts';
import {
  makeVaultIdentity,
  openVaultIdentity,
  readVaultIdentity,
  type VaultIdentity,
} from './vault-identity.ts';

export interface SealedKeys extends KeyPlace {
  /** Opens it, or makes it when there is none. @throws wrong_passphrase, lock_corrupted, not_private */
  unlock(passphrase: string): Promise<void>;
  /** Closes it and wipes what opened it. It stays closed, whatever is at hand, until `unlock`. */
  lock(): void;
}

export interface SealedKeysOptions {
  /** Folder of its own in the data directory. */
  readonly folder: string;
  /** A passphrase that is at hand without asking; null when none is. @throws vault_locked */
  readonly passphrase: () => string | null;
  /** Work of the passphrase, as a power of two. Default: that of age. */
  readonly work?: number;
}

const noneYet = 'No keyring is used here: keys are kept in sealed files, of which there are none yet.';
const choose = 'Choose their passphrase with: backbone key unlock';

/**
 * Keys in age files, one each, sealed to an identity that is itself sealed with a passphrase: adding needs no
 * passphrase once it is made, reading does.
 */
export function sealedKeys({ folder, passphrase, work }: SealedKeysOptions): SealedKeys {
  /** Names of keys may differ by case alone, those of files may not everywhere. */
  const fileOf = (name: string): string =>
    path.join(folder, `${createHash('sha256').update(name).digest('hex')}.age`);
  /** The opened identity, to be wiped; null while closed. */
  let opened: Buffer | null = null;
  let mayOpen = true;
  let opening: Promise<void> | null = null;

  const hold = (identity: Buffer): void => {
    opened?.fill(0);
    opened = identity;
  };

  const openWith = async (given: string): Promise<void> => {
    const kept = readVaultIdentity(folder);
    if (kept === null) return;
    const identity = await openVaultIdentity(folder, kept, given);
    // It may have been closed meanwhile.
    if (mayOpen) hold(identity);
    else identity.fill(0);
  };

  /** Opens with the passphrase at hand, once for all who ask at this moment; stays closed without one. */
  const openQuietly = async (): Promise<void> => {
    if (opened !== null || !mayOpen) return;
    const given = passphrase();
    if (given === null) return;
    opening ??= openWith(given).finally(() => {
      opening = null;
    });
    await opening;
  };

  /** The identity, or the passphrase to make one with. @throws vault_locked when there is neither */
  const keptOrPassphrase = (): VaultIdentity | string => {
    const found = readVaultIdentity(folder) ?? passphrase();
    if (found !== null) return found;
    throw new BackboneError('vault_locked', `${noneYet} ${choose}`);
  };

  return {
    backend: 'sealed_file',
    async look() {
      try {
        const kept = readVaultIdentity(folder);
        if (kept === null && passphrase() === null) return { state: 'absent', says: `${noneYet} ${choose}` };
        await openQuietly();
        if (kept === null || opened !== null)
          return { state: 'open', says: `Keys are kept in sealed files in ${folder}.` };
        return {
          state: 'locked',
          says: 'Keys are kept in sealed files, which are closed. Open them with: backbone key unlock',
        };
      } catch (error) {
        if (!(error instanceof BackboneError) || error.code === 'not_private') throw error;
        const says =
          error.code === 'wrong_passphrase'
            ? 'The passphrase in the environment does not open the vault. Set the right one, or: backbone key unlock'
            : error.message;
        return { state: 'locked', says };
      }
    },
    async is(name) {
      return existsSync(fileOf(name)) ? 'found' : 'missing';
    },
    async ready() {
      keptOrPassphrase();
    },
    async read(name) {
      const sealed = readPrivateFile(fileOf(name));
      if (sealed === null) return { is: 'missing' };
      await openQuietly();
      if (opened === null) return { is: 'locked' };
      const value = await openValue(fileOf(name), sealed, name, opened);
      return value === '' ? { is: 'empty' } : { is: 'found', value };
    },
    async write(name, value) {
      if (value === '') throw new BackboneError('invalid_input', 'An empty value cannot be kept as a key.');
      const found = keptOrPassphrase();
      const { recipient } = typeof found === 'string' ? await makeVaultIdentity(folder, found, work) : found;
      const sealed = await sealValue(recipient, name, value);
      const temporary = path.join(folder, '.part');
      // What a crash has left.
      rmSync(temporary, { force: true });
      writePrivateFile(fileOf(name), sealed, { temporary });
    },
    async remove(name) {
      removePrivateFile(fileOf(name));
    },
    async unlock(given) {
      const kept = readVaultIdentity(folder) ?? (await makeVaultIdentity(folder, given, work));
      const identity = await openVaultIdentity(folder, kept, given);
      mayOpen = true;
      hold(identity);
    },
    lock() {
      mayOpen = false;
      opened?.fill(0);
      opened = null;
    },
  };
}
