import type { DataDirectory } from '../base/data-directory.ts';
import type { KeyPlace } from './key-place.ts';
import { keychainKeys } from './keychain-keys.ts';
import { passphraseAtHand } from './passphrase-at-hand.ts';
import { type SealedKeys, sealedKeys } from './sealed-keys.ts';
import type { SecretBackend } from './secret-place.ts';

/**
 * Where a person's keys lie.
 * @param backend that of this machine's identity: chosen once for a data directory, so that a keyring which is locked
 * today never leads to a second, empty vault
 */
export function openKeyPlace(
  backend: SecretBackend,
  folders: Pick<DataDirectory, 'root' | 'vault'>,
  environment: NodeJS.ProcessEnv,
): KeyPlace | SealedKeys {
  return backend === 'keychain'
    ? keychainKeys(folders.root, environment)
    : sealedKeys({ folder: folders.vault, passphrase: () => passphraseAtHand(environment) });
}
