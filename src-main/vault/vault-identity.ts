import { readdirSync } from 'node:fs';
import path from 'node:path';
import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { z } from 'zod';
import { BackboneError, systemCodeOf } from '../base/errors.ts';
import { ensurePrivateFolder, readPrivateFile, writePrivateFile } from '../base/private-files.ts';
import { passphraseIdentity, passphraseRecipient } from '../lock/passphrase.ts';
import { damagedVault } from './damaged-vault.ts';
import { identityBytes, sealedKey } from './identity-bytes.ts';

/** Public half of the vault's own identity, and the other half sealed with the passphrase. */
const kept = z.strictObject({ recipient: z.string().regex(/^age1[0-9a-z]+$/), identity: z.string() });
export type VaultIdentity = z.infer<typeof kept>;

const fileIn = (folder: string): string => path.join(folder, 'identity.json');

function hasValues(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.age'));
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * The identity that the vault in `folder` was made with.
 * @returns null when there is no vault. @throws lock_corrupted, not_private
 */
export function readVaultIdentity(folder: string): VaultIdentity | null {
  const file = fileIn(folder);
  const bytes = readPrivateFile(file);
  if (bytes === null) {
    // Another identity would never open what is there.
    if (hasValues(folder)) throw damagedVault(file, 'is gone');
    return null;
  }
  try {
    return kept.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw damagedVault(file, 'was changed or cut', cause);
  }
}

/**
 * Makes a vault that `passphrase` opens. One process at a time.
 * @param work of the passphrase, as a power of two; undefined for that of age
 */
export async function makeVaultIdentity(
  folder: string,
  passphrase: string,
  work?: number,
): Promise<VaultIdentity> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase, work));
  const made = {
    recipient: await identityToRecipient(identity),
    identity: armor.encode(await encrypter.encrypt(identity)),
  };
  ensurePrivateFolder(folder);
  writePrivateFile(fileIn(folder), `${JSON.stringify(made)}\n`);
  return made;
}

/**
 * The secret half, which the caller wipes.
 * @throws wrong_passphrase, lock_corrupted
 */
export async function openVaultIdentity(
  folder: string,
  { recipient, identity }: VaultIdentity,
  passphrase: string,
): Promise<Buffer> {
  const file = fileIn(folder);
  const decrypter = new Decrypter();
  decrypter.addIdentity(passphraseIdentity(passphrase, file));
  let text: Uint8Array;
  try {
    text = await decrypter.decrypt(armor.decode(identity));
  } catch (cause) {
    if (cause instanceof BackboneError && cause.code === 'wrong_passphrase')
      throw new BackboneError('wrong_passphrase', 'That passphrase does not open the vault. Try again.', {
        cause,
      });
    throw damagedVault(file, 'was changed or cut', cause);
  }
  const bytes = identityBytes(text);
  text.fill(0);
  if (bytes !== null && (await identityToRecipient(await sealedKey(bytes))) === recipient) return bytes;
  bytes?.fill(0);
  throw damagedVault(file, 'names another key than the one it holds');
}
