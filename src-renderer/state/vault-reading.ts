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
