import type { VaultBackend, VaultKey, VaultState } from '../contract/vault.ts';
import type { SecretReading } from './secret-place.ts';

/** Where the values of keys lie. One process at a time writes and removes. */
export interface KeyPlace {
  readonly backend: VaultBackend;
  /** Whether it is open now, and one line about it. @throws plaintext_backend, not_private */
  look(): Promise<{ readonly state: VaultState; readonly says: string }>;
  /** Whether a value is there, while the place is open. */
  is(name: string): Promise<VaultKey['is']>;
  /** Resolves when a value can be put there now. @throws why not: as `write` does */
  ready(): Promise<void>;
  /** @throws plaintext_backend, not_private, lock_corrupted, wrong_passphrase; what else it answers is a reading */
  read(name: string): Promise<SecretReading>;
  /** @throws keyring_absent, keyring_locked, vault_locked, plaintext_backend, not_private, lock_corrupted */
  write(name: string, value: string): Promise<void>;
  /** Takes a value away; nothing when there is none. @throws as `write` does */
  remove(name: string): Promise<void>;
}
