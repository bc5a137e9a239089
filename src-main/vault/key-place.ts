import type { VaultBackend, VaultState } from '../contract/vault.ts';
import type { SecretReading } from './secret-place.ts';

/** Where the values of keys lie. */
export interface KeyPlace {
  readonly backend: VaultBackend;
  /** Whether it is open now, and one line about it. Never rejects. */
  look(): Promise<{ readonly state: VaultState; readonly says: string }>;
  /** Whatever the place answers is a reading. */
  read(name: string): Promise<SecretReading>;
  /** @throws keyring_absent, keyring_locked, vault_locked, plaintext_backend, not_private */
  write(name: string, value: string): Promise<void>;
  /** Takes a value away; nothing when there is none. @throws as `write` does */
  remove(name: string): Promise<void>;
}
