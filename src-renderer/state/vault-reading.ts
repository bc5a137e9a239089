import type { VaultView } from '../../src-main/contract/vault.ts';
import type { CallError } from '../transport/call-error.ts';

/** What this window knows of the vault: names, never values. */
export interface VaultReading {
  /** As it was last read; null before. */
  readonly view: VaultView | null;
  /** Why the last reading failed; null when it did not. */
  readonly failure: CallError | null;
}

export const firstVault: VaultReading = { view: null, failure: null };

/** Whether values can be put there and taken away now: sealing one needs no passphrase, reading one does. */
export function takesKeys({ backend, state }: VaultView): boolean {
  return state === 'open' || (backend === 'sealed_file' && state === 'locked');
}
