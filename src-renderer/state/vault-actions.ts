import type { InputOf } from '../../src-main/contract/procedures.ts';
import type { VaultView } from '../../src-main/contract/vault.ts';
import { asCallError } from '../transport/call-error.ts';
import type { Core } from './panel.ts';

/** Values and passphrases go through these calls and into no state. */
export interface VaultActions {
  /** Reads the names. A failure is kept in the state. */
  readVault(): Promise<void>;
  /** @throws CallError */
  addKey(input: InputOf<'keys.add'>): Promise<void>;
  /** @throws CallError */
  rotateKey(input: InputOf<'keys.rotate'>): Promise<void>;
  /** @throws CallError */
  renameKey(name: string, to: string): Promise<void>;
  /** @throws CallError */
  removeKey(name: string): Promise<void>;
  /** Opens the sealed file until the daemon ends or it is locked. @throws CallError */
  unlockVault(passphrase: string): Promise<void>;
  /** @throws CallError */
  lockVault(): Promise<void>;
}

export function vaultActions({ transport, update }: Core): VaultActions {
  const learn = (view: VaultView): void => {
    update((state) => ({ ...state, vault: { view, failure: null } }));
  };
  const readVault = async (): Promise<void> => {
    try {
      learn(await transport.call('keys.list', {}));
    } catch (failure) {
      update((state) => ({ ...state, vault: { ...state.vault, failure: asCallError(failure) } }));
    }
  };
  return {
    readVault,
    async addKey(input) {
      await transport.call('keys.add', input);
      await readVault();
    },
    async rotateKey(input) {
      await transport.call('keys.rotate', input);
      await readVault();
    },
    async renameKey(name, to) {
      await transport.call('keys.rename', { name, to });
      await readVault();
    },
    async removeKey(name) {
      await transport.call('keys.remove', { name });
      await readVault();
    },
    async unlockVault(passphrase) {
      learn(await transport.call('vault.unlock', { passphrase }));
    },
    async lockVault() {
      learn(await transport.call('vault.lock', {}));
    },
  };
}
