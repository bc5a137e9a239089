import { z } from 'zod';

/** Where a person's keys are kept. */
export const vaultBackend = z.enum(['keychain', 'sealed_file']);
export type VaultBackend = z.infer<typeof vaultBackend>;

/** `locked`: it is there and closed; `absent`: no keyring answers, or the sealed file was not made yet. */
export const vaultState = z.enum(['open', 'locked', 'absent']);
export type VaultState = z.infer<typeof vaultState>;

/** One key, never its value. Times are epoch milliseconds. */
export const vaultKey = z.strictObject({
  name: z.string(),
  addedAt: z.number().int(),
  /** When it last got another value; null when it never did. */
  rotatedAt: z.number().int().nullable(),
  /** When it was last handed out; null when it never was. */
  usedAt: z.number().int().nullable(),
  /** When it stops being valid, as the person said; null when nothing was said. */
  expiresAt: z.number().int().nullable(),
  /** What it is, in the person's words; null when nothing was said. */
  note: z.string().nullable(),
  /** Whether its value is there; `unknown` while the vault is not open. */
  is: z.enum(['found', 'missing', 'empty', 'unknown']),
});
export type VaultKey = z.infer<typeof vaultKey>;

export const vaultView = z.strictObject({
  backend: vaultBackend,
  state: vaultState,
  /** One line: which place this is, and what to do when it is not open. */
  says: z.string(),
  /** By name. */
  keys: z.array(vaultKey),
});
export type VaultView = z.infer<typeof vaultView>;
