import { z } from 'zod';
import { folderPath } from '../folder-path.ts';
import { keyName, keyValue } from '../key-name.ts';
import {
  lockChange,
  lockUnlock,
  lockView,
  memory,
  memoryName,
  personality,
  recipient,
  traitName,
} from '../lock.ts';
import { procedure } from '../procedure.ts';

/** Errors of opening a lock, each with a message and an exit status of its own. */
export const openErrors = [
  'lock_missing',
  'lock_not_file',
  'lock_not_ours',
  'lock_corrupted',
  'lock_version',
  'lock_old',
  'wrong_passphrase',
  'passphrase_needed',
  'keyring_absent',
  'keyring_locked',
  'key_missing',
  'key_empty',
  'not_private',
  'folder_missing',
  'storage_busy',
] as const;
const changeErrors = [...openErrors, 'storage_failed', 'record_failed', 'too_large'] as const;
const place = { folder: folderPath, unlock: lockUnlock.default({}) };

/** To whom a lock is sealed. With no recipient named it is this machine. */
export const sealTo = z.strictObject({
  recipients: z.array(recipient).max(99).default([]),
  passphrase: z.string().min(1).max(1024).optional(),
});

/** What changes; null takes a thing out. */
export const lockEdit = z.strictObject({
  credentials: z
    .record(
      keyName,
      z
        .strictObject({
          value: keyValue.nullable().optional(),
          why: z.string().max(500).nullable().optional(),
        })
        .nullable(),
    )
    .default({}),
  personality: z.record(traitName, z.string().max(262_144).nullable()).default({}),
});

export const lockProcedures = {
  'locks.show': procedure({
    method: 'POST',
    path: '/api/lock',
    authority: 'operator',
    summary: 'The lock of a folder: everything but the values of its keys.',
    input: z.strictObject(place),
    output: lockView,
    errors: openErrors,
    patience: 30_000,
  }),
  'locks.create': procedure({
    method: 'POST',
    path: '/api/lock/create',
    authority: 'operator',
    summary: 'Seals a new lock in a folder that has none.',
    input: z.strictObject({
      folder: folderPath,
      sealTo: sealTo.default({ recipients: [] }),
      credentials: z
        .record(
          keyName,
          z.strictObject({
            value: keyValue.nullable().default(null),
            why: z.string().max(500).nullable().default(null),
          }),
        )
        .default({}),
      personality: personality.default({}),
      memory: memory.default({}),
    }),
    output: lockView,
    errors: [...changeErrors, 'file_exists'],
    patience: 30_000,
  }),
  'locks.edit': procedure({
    method: 'POST',
    path: '/api/lock/edit',
    authority: 'operator',
    summary: 'Changes what a lock asks for, holds and is like; to whom it is sealed stays.',
    input: z.strictObject({ ...place, edit: lockEdit }),
    output: lockView,
    errors: changeErrors,
    patience: 30_000,
  }),
  'locks.share': procedure({
    method: 'POST',
    path: '/api/lock/share',
    authority: 'operator',
    summary: 'Seals a lock to one more recipient.',
    input: z.strictObject({ ...place, recipient }),
    output: lockView,
    errors: [...changeErrors, 'unsupported'],
    patience: 30_000,
  }),
  'locks.unshare': procedure({
    method: 'POST',
    path: '/api/lock/unshare',
    authority: 'operator',
    summary: 'Seals a lock anew without one recipient. What that one has copied stays readable to it.',
    input: z.strictObject({ ...place, recipient }),
    output: lockView,
    errors: [...changeErrors, 'not_found', 'unsupported'],
    patience: 30_000,
  }),
  'locks.rotate': procedure({
    method: 'POST',
    path: '/api/lock/rotate',
    authority: 'operator',
    summary: 'Seals a lock anew under a fresh file key, to the same recipients or to others.',
    input: z.strictObject({ ...place, sealTo: sealTo.optional() }),
    output: lockView,
    errors: changeErrors,
    patience: 30_000,
  }),
  'locks.accept': procedure({
    method: 'POST',
    path: '/api/lock/accept',
    authority: 'operator',
    summary: 'Accepts the lock that was looked at: its keys may be asked for, and its personality is used.',
    input: z.strictObject({ ...place, digest: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: lockView,
    errors: [...openErrors, 'changed', 'storage_failed', 'record_failed'],
    patience: 30_000,
  }),
  'locks.diff': procedure({
    method: 'POST',
    path: '/api/lock/diff',
    authority: 'operator',
    summary: 'What is different, in words: from the lock last accepted here, or from another file.',
    input: z.strictObject({ ...place, against: folderPath.optional() }),
    output: z.strictObject({ changes: z.array(lockChange) }),
    errors: openErrors,
    patience: 30_000,
  }),
  'locks.migrate': procedure({
    method: 'POST',
    path: '/api/lock/migrate',
    authority: 'operator',
    summary: 'Opens a lock of Backpack 1.0 and seals what is inside anew.',
    input: z.strictObject({
      folder: folderPath,
      /** The old master key; the published default is tried without it. */
      oldKey: z.string().min(1).max(1024).optional(),
      sealTo: sealTo.default({ recipients: [] }),
      keepBackup: z.boolean().default(false),
      /** Only says what is inside. */
      dryRun: z.boolean().default(false),
    }),
    output: z.strictObject({
      /** `published`: anyone can open it, so every value in it counts as leaked. */
      openedWith: z.enum(['own', 'published']),
      /** One line each, for people. */
      says: z.array(z.string()),
      /** Values of the old lock that count as leaked, by name. */
      leaked: z.array(z.string()),
      /** Absolute path; null when none was kept. */
      backup: z.string().nullable(),
      /** Null after a dry run. */
      lock: lockView.nullable(),
    }),
    errors: [...changeErrors, 'wrong_key', 'unsupported', 'file_exists'],
    patience: 60_000,
  }),
  'memory.read': procedure({
    method: 'POST',
    path: '/api/memory',
    authority: 'agent',
    summary: 'What the lock of a folder remembers. An agent reads its own alone.',
    input: z.strictObject({
      folder: folderPath.optional(),
      unlock: lockUnlock.default({}),
      name: memoryName.optional(),
    }),
    output: z.strictObject({ memory }),
    errors: [...openErrors, 'not_found'],
    patience: 30_000,
  }),
  'memory.write': procedure({
    method: 'POST',
    path: '/api/memory/write',
    authority: 'agent',
    summary:
      'Changes what the lock of a folder remembers. An agent changes its own alone. No update is lost.',
    input: z.strictObject({
      folder: folderPath.optional(),
      unlock: lockUnlock.default({}),
      change: z.discriminatedUnion('act', [
        z.strictObject({ act: z.literal('set'), name: memoryName, value: z.json() }),
        z.strictObject({ act: z.literal('merge'), values: memory }),
        z.strictObject({ act: z.literal('clear'), name: memoryName.optional() }),
      ]),
    }),
    output: z.strictObject({ names: z.array(z.string()) }),
    errors: [...changeErrors, 'not_found'],
    patience: 60_000,
  }),
};
