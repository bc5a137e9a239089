import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { BackboneError } from '../base/errors.ts';
import type { VaultKey, VaultView } from '../contract/vault.ts';
import { inTurn } from '../lock/write-turn.ts';
import type { Database } from '../storage/database.ts';
import type { KeyPlace } from './key-place.ts';
import { createKeyTable, type KeyFacts } from './key-table.ts';
import type { SealedKeys } from './sealed-keys.ts';
import { type SecretReading, secretError } from './secret-place.ts';

/** A person's keys. Values are told to nobody but the caller of `read`. */
export interface Vault extends Disposable {
  /** @throws plaintext_backend, not_private */
  view(): Promise<VaultView>;
  /** @throws plaintext_backend, not_private, lock_corrupted */
  read(name: string): Promise<SecretReading>;
  /** @throws key_exists, and why the place takes nothing */
  add(name: string, value: string, facts: Pick<KeyFacts, 'expiresAt' | 'note'>): Promise<void>;
  /** @param expiresAt undefined: as before. @throws key_unknown, and why the place takes nothing */
  rotate(name: string, value: string, expiresAt: number | null | undefined): Promise<void>;
  /** @throws key_unknown, key_exists, key_missing, key_empty, and why the place takes nothing */
  rename(name: string, to: string): Promise<void>;
  /** @throws key_unknown, and why the place takes nothing */
  remove(name: string): Promise<void>;
  noteUsed(name: string): Promise<void>;
  /** @throws key_unknown */
  requireKnown(name: string): void;
  /** @throws key_exists */
  requireFree(name: string): void;
  /** @throws unsupported for a keychain, which the system opens; wrong_passphrase, lock_corrupted, not_private */
  unlock(passphrase: string): Promise<void>;
  /** @throws unsupported for a keychain */
  lock(): void;
  dispose(): void;
}

export interface VaultParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly place: KeyPlace | SealedKeys;
  /** Folder in which processes of this data directory take turns. */
  readonly turns: string;
}

/** Acts on the vault come one after another, also those of other processes. */
export function createVault({ database, clock, place, turns }: VaultParts): Vault {
  const table = createKeyTable(database, clock);
  const change = <T>(work: () => Promise<T>): Promise<T> => inTurn(turns, 'the vault', work);
  const requireKnown = (name: string): void => {
    if (!table.has(name))
      throw new BackboneError('key_unknown', `The vault has no key called ${name}. See: backbone key list`);
  };
  const requireFree = (name: string): void => {
    if (table.has(name))
      throw new BackboneError(
        'key_exists',
        `The vault has a key called ${name} already. Give it another value with: backbone key rotate ${name}`,
      );
  };
  const sealed = (): SealedKeys => {
    if ('unlock' in place) return place;
    throw new BackboneError('unsupported', 'The keychain belongs to the system, which locks and unlocks it.');
  };

  return {
    async view() {
      const { state, says } = await place.look();
      const stateOf = async (name: string): Promise<VaultKey['is']> => {
        if (state !== 'open') return 'unknown';
        const { is } = await place.read(name);
        return is === 'locked' || is === 'absent' ? 'unknown' : is;
      };
      const keys = await Promise.all(
        table.list().map(async (facts) => ({ ...facts, is: await stateOf(facts.name) })),
      );
      return { backend: place.backend, state, says, keys };
    },
    read: (name) => place.read(name),
    add: (name, value, facts) =>
      change(async () => {
        requireFree(name);
        await place.write(name, value);
        await table.add(name, facts);
      }),
    rotate: (name, value, expiresAt) =>
      change(async () => {
        requireKnown(name);
        await place.write(name, value);
        await table.rotated(name, expiresAt);
      }),
    rename: (name, to) =>
      change(async () => {
        requireKnown(name);
        requireFree(to);
        const reading = await place.read(name);
        if (reading.is !== 'found') throw unreadable(place, name, reading);
        await place.write(to, reading.value);
        await table.rename(name, to);
        await place.remove(name);
      }),
    remove: (name) =>
      change(async () => {
        requireKnown(name);
        // The value first: what a crash leaves is a name that is shown without one, not a value that nobody sees.
        await place.remove(name);
        await table.remove(name);
      }),
    noteUsed: (name) => table.used(name),
    requireKnown,
    requireFree,
    unlock: (passphrase) => sealed().unlock(passphrase),
    lock: () => sealed().lock(),
    dispose() {
      if ('unlock' in place) place.lock();
    },
  };
}

/** Why a key's value cannot be had. */
export function unreadable(
  { backend }: Pick<KeyPlace, 'backend'>,
  name: string,
  reading: Exclude<SecretReading, { is: 'found' }>,
): BackboneError {
  return backend === 'sealed_file' && reading.is === 'locked'
    ? new BackboneError('vault_locked', 'The vault is closed. Open it with: backbone key unlock')
    : secretError(name, reading);
}
