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

/** Records an act, just before it. What it throws keeps the act from happening. */
export type RecordAct = () => Promise<unknown>;

/** A person's keys. Values are told to nobody but the caller of `read`. */
export interface Vault extends Disposable {
  /** @throws plaintext_backend, not_private */
  view(): Promise<VaultView>;
  /** @throws plaintext_backend, not_private, lock_corrupted, wrong_passphrase when the one at hand does not open it */
  read(name: string): Promise<SecretReading>;
  /** @throws key_exists, storage_busy, and why the place takes nothing */
  add(
    name: string,
    value: string,
    facts: Pick<KeyFacts, 'expiresAt' | 'note'>,
    record: RecordAct,
  ): Promise<void>;
  /** @param expiresAt undefined: as before. @throws key_unknown, storage_busy, and why the place takes nothing */
  rotate(name: string, value: string, expiresAt: number | null | undefined, record: RecordAct): Promise<void>;
  /** @throws key_unknown, key_exists, key_missing, key_empty, storage_busy, and why the place takes nothing */
  rename(name: string, to: string, record: RecordAct): Promise<void>;
  /** @throws key_unknown, storage_busy, and why the place takes nothing */
  remove(name: string, record: RecordAct): Promise<void>;
  noteUsed(name: string): Promise<void>;
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

/**
 * Acts on the vault come one after another, also those of other processes. At every moment each value has its name in
 * the table: what a crash leaves is a name that is shown without a value, never a value that nobody sees.
 */
export function createVault({ database, clock, place, turns }: VaultParts): Vault {
  const table = createKeyTable(database, clock);
  const inMyTurn = <T>(work: () => Promise<T>): Promise<T> => inTurn(turns, 'the vault', work);
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
  /** Puts a value under a name that was just entered; takes the name out again when the place refuses it. */
  const fill = async (name: string, value: string): Promise<void> => {
    try {
      await place.write(name, value);
    } catch (error) {
      await table.remove(name);
      throw error;
    }
  };

  return {
    async view() {
      const { state, says } = await place.look();
      const keys = await Promise.all(
        table.list().map(async (facts): Promise<VaultKey> => {
          return { ...facts, is: state === 'open' ? await place.is(facts.name) : 'unknown' };
        }),
      );
      return { backend: place.backend, state, says, keys };
    },
    read: (name) => place.read(name),
    add: (name, value, facts, record) =>
      inMyTurn(async () => {
        requireFree(name);
        await place.ready();
        await record();
        await table.add(name, facts);
        await fill(name, value);
      }),
    rotate: (name, value, expiresAt, record) =>
      inMyTurn(async () => {
        requireKnown(name);
        await place.ready();
        await record();
        await place.write(name, value);
        await table.rotated(name, expiresAt);
      }),
    rename: (name, to, record) =>
      inMyTurn(async () => {
        requireKnown(name);
        requireFree(to);
        const reading = await place.read(name);
        if (reading.is !== 'found') throw unreadable(place, name, reading);
        await place.ready();
        await record();
        await table.copy(name, to);
        await fill(to, reading.value);
        await place.remove(name);
        await table.remove(name);
      }),
    remove: (name, record) =>
      inMyTurn(async () => {
        requireKnown(name);
        await place.ready();
        await record();
        await place.remove(name);
        await table.remove(name);
      }),
    noteUsed: (name) => table.used(name),
    // In turn, so that two processes do not make two vaults.
    unlock: (passphrase) => inMyTurn(async () => await sealed().unlock(passphrase)),
    lock: () => sealed().lock(),
    dispose() {
      if ('unlock' in place) place.lock();
    },
  };
}

/** Why a key's value cannot be had. */
function unreadable(
  { backend }: Pick<KeyPlace, 'backend'>,
  name: string,
  reading: Exclude<SecretReading, { is: 'found' }>,
): BackboneError {
  switch (reading.is) {
    case 'missing':
    case 'empty':
      return new BackboneError(
        reading.is === 'missing' ? 'key_missing' : 'key_empty',
        `The vault knows ${name}, but its value is ${reading.is}. Put it back with: backbone key rotate ${name}`,
      );
    case 'locked':
      if (backend === 'sealed_file')
        return new BackboneError('vault_locked', 'The vault is closed. Open it with: backbone key unlock');
      return secretError(name, reading);
    case 'absent':
      return secretError(name, reading);
  }
}
