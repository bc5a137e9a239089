import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { z } from 'zod';
import { BackboneError } from '../base/errors.ts';
import { ensurePrivateFolder, readPrivateFile, writePrivateFile } from '../base/private-files.ts';
import { passphraseIdentity, passphraseRecipient } from '../lock/passphrase.ts';
import type { KeyPlace } from './key-place.ts';

/** Public half and sealed half of the vault's own identity. */
const keyFile = z.strictObject({ recipient: z.string(), identity: z.string() });
type KeyFile = z.infer<typeof keyFile>;

export interface SealedKeys extends KeyPlace {
  /** Opens it, or makes it when there is none. @throws wrong_passphrase, lock_corrupted, not_private */
  unlock(passphrase: string): Promise<void>;
  /** Closes it and wipes what opened it. */
  lock(): void;
}

export interface SealedKeysOptions {
  /** Folder of its own in the data directory. */
  readonly folder: string;
  /** A passphrase that is at hand without asking; null when none is. */
  readonly passphrase: () => string | null;
  /** Work of the passphrase, as a power of two. Default: that of age. */
  readonly work?: number;
}

/**
 * Keys in age files, one each, sealed to an identity that is itself sealed with a passphrase: adding needs no
 * passphrase once it is made, reading does. Names do not stand in the files' names.
 */
export function sealedKeys({ folder, passphrase, work }: SealedKeysOptions): SealedKeys {
  const file = path.join(folder, 'identity.json');
  const fileOf = (name: string): string =>
    path.join(folder, `${createHash('sha256').update(name).digest('hex')}.age`);
  /** The opened identity, to be wiped; null while closed. */
  let opened: Buffer | null = null;

  const kept = (): KeyFile | null => {
    const bytes = readPrivateFile(file);
    if (bytes === null) return null;
    try {
      return keyFile.parse(JSON.parse(bytes.toString('utf8')));
    } catch (cause) {
      throw damaged(file, cause);
    }
  };

  const make = async (given: string): Promise<KeyFile> => {
    const identity = await generateX25519Identity();
    const encrypter = new Encrypter();
    encrypter.addRecipient(passphraseRecipient(given, work));
    const sealed = armor.encode(await encrypter.encrypt(identity));
    const made = { recipient: await identityToRecipient(identity), identity: sealed };
    ensurePrivateFolder(folder);
    writePrivateFile(file, `${JSON.stringify(made)}\n`);
    opened = Buffer.from(identity);
    return made;
  };

  const open = async (key: KeyFile, given: string): Promise<void> => {
    const decrypter = new Decrypter();
    decrypter.addIdentity(passphraseIdentity(given, file));
    try {
      opened = Buffer.from(await decrypter.decrypt(armor.decode(key.identity)));
    } catch (cause) {
      throw cause instanceof BackboneError ? cause : damaged(file, cause);
    }
  };

  /** Opens with the passphrase at hand; stays closed without one. */
  const openQuietly = async (): Promise<boolean> => {
    if (opened !== null) return true;
    const key = kept();
    const given = passphrase();
    if (key === null || given === null) return false;
    await open(key, given);
    return true;
  };

  return {
    backend: 'sealed_file',
    async look() {
      if (kept() === null && passphrase() === null)
        return {
          state: 'absent',
          says: 'No keyring answers here, so keys are kept in sealed files. Choose their passphrase with: backbone key unlock',
        };
      try {
        return kept() === null || (await openQuietly())
          ? { state: 'open', says: `Keys are kept in sealed files in ${folder}.` }
          : {
              state: 'locked',
              says: 'The sealed files of the vault are closed. Open them with: backbone key unlock',
            };
      } catch (error) {
        if (!(error instanceof BackboneError) || error.code !== 'wrong_passphrase') throw error;
        return {
          state: 'locked',
          says: 'The passphrase in the environment does not open the vault. Set the right one.',
        };
      }
    },
    async read(name) {
      const bytes = readPrivateFile(fileOf(name));
      if (bytes === null) return { is: 'missing' };
      if (!(await openQuietly()) || opened === null) return { is: 'locked' };
      const decrypter = new Decrypter();
      decrypter.addIdentity(opened.toString('latin1'));
      try {
        const value = Buffer.from(await decrypter.decrypt(armor.decode(bytes.toString('latin1'))));
        const text = value.toString('utf8');
        value.fill(0);
        return text === '' ? { is: 'empty' } : { is: 'found', value: text };
      } catch (cause) {
        throw damaged(fileOf(name), cause);
      }
    },
    async write(name, value) {
      const given = passphrase();
      const key = kept() ?? (given === null ? null : await make(given));
      if (key === null)
        throw new BackboneError(
          'vault_locked',
          'The vault has no passphrase yet. Choose one with: backbone key unlock',
        );
      const encrypter = new Encrypter();
      encrypter.addRecipient(key.recipient);
      const plain = Buffer.from(value);
      try {
        writePrivateFile(fileOf(name), armor.encode(await encrypter.encrypt(plain)));
      } finally {
        plain.fill(0);
      }
    },
    async remove(name) {
      if (existsSync(fileOf(name))) rmSync(fileOf(name));
    },
    async unlock(given) {
      const key = kept();
      await (key === null ? make(given) : open(key, given));
    },
    lock() {
      opened?.fill(0);
      opened = null;
    },
  };
}

function damaged(file: string, cause: unknown): BackboneError {
  return new BackboneError('lock_corrupted', `${file} was changed or cut. Put it back from a backup.`, {
    cause,
  });
}
