import { z } from 'zod';
import { keyName, keyValue } from '../key-name.ts';
import { procedure } from '../procedure.ts';
import { vaultView } from '../vault.ts';

const epoch = z.number().int().positive();
const note = z.string().max(200);
const placeErrors = [
  'vault_locked',
  'keyring_absent',
  'keyring_locked',
  'plaintext_backend',
  'not_private',
] as const;
const changeErrors = [...placeErrors, 'storage_busy', 'record_failed'] as const;
const done = z.strictObject({ name: z.string() });

export const keyProcedures = {
  'keys.list': procedure({
    method: 'GET',
    path: '/api/keys',
    authority: 'operator',
    summary: 'The keys of the vault by name, and the place that keeps them. No value leaves.',
    input: z.strictObject({}),
    output: vaultView,
    errors: ['plaintext_backend', 'not_private'],
  }),
  'keys.add': procedure({
    method: 'POST',
    path: '/api/keys',
    authority: 'operator',
    summary: 'Keeps a new key in the vault.',
    input: z.strictObject({
      name: keyName,
      value: keyValue,
      note: note.optional(),
      expiresAt: epoch.optional(),
    }),
    output: done,
    errors: [...changeErrors, 'key_exists'],
    patience: 60_000,
  }),
  'keys.rotate': procedure({
    method: 'POST',
    path: '/api/keys/{name}/rotate',
    authority: 'operator',
    summary: 'Gives a key another value. Agents that run keep the old one until they are started again.',
    input: z.strictObject({ name: keyName, value: keyValue, expiresAt: epoch.nullable().optional() }),
    output: done,
    errors: [...changeErrors, 'key_unknown'],
    patience: 60_000,
  }),
  'keys.rename': procedure({
    method: 'POST',
    path: '/api/keys/{name}/rename',
    authority: 'operator',
    summary: 'Gives a key another name.',
    input: z.strictObject({ name: keyName, to: keyName }),
    output: done,
    errors: [...changeErrors, 'key_unknown', 'key_exists', 'key_missing', 'key_empty'],
    patience: 60_000,
  }),
  'keys.remove': procedure({
    method: 'DELETE',
    path: '/api/keys/{name}',
    authority: 'operator',
    summary: 'Takes a key out of the vault, with its value.',
    input: z.strictObject({ name: keyName }),
    output: done,
    errors: [...changeErrors, 'key_unknown'],
    patience: 60_000,
  }),
  'vault.unlock': procedure({
    method: 'POST',
    path: '/api/vault/unlock',
    authority: 'operator',
    summary: 'Opens the sealed vault for as long as the daemon runs.',
    input: z.strictObject({ passphrase: z.string().min(1).max(1024) }),
    output: vaultView,
    errors: ['wrong_passphrase', 'unsupported', 'not_private', 'lock_corrupted', 'record_failed'],
    patience: 60_000,
  }),
  'vault.lock': procedure({
    method: 'POST',
    path: '/api/vault/lock',
    authority: 'operator',
    summary: 'Closes the sealed vault and wipes its key.',
    input: z.strictObject({}),
    output: vaultView,
    errors: ['unsupported', 'record_failed'],
  }),
};
