import { spawn } from 'node:child_process';
import path from 'node:path';
import { systemClock } from '../../src-main/base/clock.ts';
import { dataDirectory } from '../../src-main/base/data-directory.ts';
import { checkVault } from '../../src-main/daemon/doctor/vault.ts';
import { openDatabase } from '../../src-main/storage/database.ts';
import { openKeyPlace } from '../../src-main/vault/open-key-place.ts';
import { createVault, type Vault } from '../../src-main/vault/vault.ts';

const noted = async (): Promise<void> => undefined;
const facts = { note: null, expiresAt: null };

/** What `keychain-client.ts` can be asked of the vault of its data directory, which the keychain keeps. */
export function vaultRequests(
  root: string,
  script: string,
): Record<string, (name: string, value: string) => Promise<unknown>> {
  const folders = dataDirectory({ BACKBONE_DATA_DIR: root });
  const withVault = async (work: (vault: Vault) => Promise<unknown>): Promise<unknown> => {
    const database = await openDatabase(folders.database, { pause: 5 });
    const place = openKeyPlace('keychain', folders, process.env);
    const vault = createVault({ database, clock: systemClock, place, turns: folders.lockTurns });
    try {
      return await work(vault);
    } finally {
      await database.dispose();
    }
  };
  return {
    'key-view': () =>
      withVault(async (vault) => {
        const { backend, state, keys } = await vault.view();
        return { backend, state, keys: Object.fromEntries(keys.map(({ name, is }) => [name, is])) };
      }),
    'key-read': (name) => withVault((vault) => vault.read(name)),
    'key-add': (name, value) => withVault((vault) => vault.add(name, value, facts, noted)),
    'key-rename': (name, to) => withVault((vault) => vault.rename(name, to, noted)),
    'key-remove': (name) => withVault((vault) => vault.remove(name, noted)),
    'key-unlock': () => withVault((vault) => vault.unlock('passphrase')),
    doctor: () => checkVault(folders, process.env),
    /** Eight processes, each adding five keys. @returns their exit statuses */
    'key-crowd': () =>
      Promise.all(
        Array.from({ length: 8 }, (_, index) => {
          const child = spawn(process.execPath, [script, root], { stdio: ['pipe', 'ignore', 'ignore'] });
          for (let n = 0; n < 5; n += 1)
            child.stdin.write(`${JSON.stringify(['key-add', `KEY_${index}_${n}`, `value ${index} ${n}`])}\n`);
          child.stdin.end();
          return new Promise((resolve) => child.once('close', resolve));
        }),
      ),
    /** The collection's file as it lies on the disk. */
    'keyring-file': async () => {
      const { readFile } = await import('node:fs/promises');
      return readFile(path.join(process.env['XDG_DATA_HOME'] ?? '', 'keyrings', 'login.keyring'), 'latin1');
    },
  };
}
