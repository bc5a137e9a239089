import path from 'node:path';
import type { Clock } from '../../src-main/base/clock.ts';
import type { Disposable } from '../../src-main/base/disposable.ts';
import { type Database, openDatabase } from '../../src-main/storage/database.ts';
import type { KeyPlace } from '../../src-main/vault/key-place.ts';
import { type SealedKeys, sealedKeys } from '../../src-main/vault/sealed-keys.ts';
import { createVault, type Vault } from '../../src-main/vault/vault.ts';

/** Work of passphrases in tests, as a power of two. */
export const littleWork = 4;

export interface TestVault extends Disposable {
  readonly vault: Vault;
  readonly database: Database;
  dispose(): Promise<void>;
}

/** Sealed files in `root`, which `passphrase` opens where one is given. */
export function testPlace(root: string, passphrase: string | null = null): SealedKeys {
  return sealedKeys({ folder: path.join(root, 'vault'), passphrase: () => passphrase, work: littleWork });
}

/** A vault on a real database in `root`. @param now epoch milliseconds at which everything happens */
export async function testVault(root: string, place: KeyPlace | SealedKeys, now = 1000): Promise<TestVault> {
  const clock: Clock = { now: () => now, elapsed: () => now };
  const database = await openDatabase(path.join(root, 'backbone.db'), { pause: 5 });
  const vault = createVault({ database, clock, place, turns: path.join(root, 'turns') });
  return {
    vault,
    database,
    async dispose() {
      vault.dispose();
      await database.dispose();
    },
  };
}
