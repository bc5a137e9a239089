import type { ErrorCode } from '../../src-main/contract/errors.ts';

const unused = 'The agent was not started, and nothing of its lock was used.';

const help: Partial<Readonly<Record<ErrorCode, string>>> = {
  passphrase_needed: 'Type it into the field Passphrase here.',
  wrong_passphrase: 'Nothing was started. Type it once more.',
  lock_not_ours: unused,
  lock_corrupted: unused,
  lock_version: unused,
  lock_not_file: unused,
  lock_old: unused,
  consent_denied: 'Start it again to be asked again.',
  vault_locked: 'The page Vault unlocks it; then start again.',
};

/** What a refusal of a start means for the agent, or where it is mended in the panel; null when it says all itself. */
export function startHelp(code: ErrorCode): string | null {
  return help[code] ?? null;
}

/** Whether a passphrase would mend it. */
export function wantsPassphrase(code: ErrorCode): boolean {
  return code === 'passphrase_needed' || code === 'wrong_passphrase';
}
