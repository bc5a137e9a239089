import type { VaultBackend, VaultKey, VaultState } from '../../src-main/contract/vault.ts';

/** A field for something secret. */
export const secret = {
  length: (count: number): string => (count === 1 ? '1 character' : `${count} characters`),
  severalLines:
    'That has several lines, and this field would join them. Add it with: backbone key add NAME < FILE',
} as const;

/** The page with the names of the person's keys. */
export const vault = {
  page: 'Vault',
  title: 'Vault',
  subtitle: 'Names of your keys. Values are never shown',
  add: 'Add a key…',
  reading: 'Reading the vault…',
  backends: { keychain: 'OS keyring', sealed_file: 'Sealed file' } satisfies Record<VaultBackend, string>,
  states: {
    keychain: { open: 'unlocked', locked: 'locked', absent: 'does not answer' },
    sealed_file: { open: 'unlocked', locked: 'locked', absent: 'no passphrase chosen yet' },
  } satisfies Record<VaultBackend, Record<VaultState, string>>,
  count: (keys: number): string => (keys === 0 ? 'no key' : keys === 1 ? '1 key' : `${keys} keys`),
  failed: 'The vault cannot be used',
  look: 'Try again',
  plaintextCommand: 'backbone doctor',
  passphrase: 'Passphrase',
  passphraseNote: 'of the sealed file',
  passphraseNew: 'without it no key can be read again: keep it where you will find it',
  again: 'Once more',
  notTheSame: 'The two are not the same. Type both again.',
  choose: 'Choose the passphrase',
  passphraseHint: 'It is cleared from here when you unlock.',
  unlock: 'Unlock',
  unlocking: 'Unlocking…',
  lock: 'Lock',
  locking: 'Locking…',
  notUnlocked: 'Not unlocked',
  notLocked: 'Not locked',
  columns: {
    key: 'Key',
    is: 'Value',
    used: 'Last given',
    changed: 'Changed',
    expires: 'Expires',
    actions: 'Actions',
  },
  is: {
    found: 'kept',
    missing: 'missing',
    empty: 'empty',
    unknown: 'not known while closed',
  } satisfies Record<VaultKey['is'], string>,
  never: 'never',
  noDate: '–',
  added: (time: string): string => `added ${time}`,
  expired: 'expired',
  rotate: 'Rotate…',
  rotateLabel: (name: string): string => `Rotate… ${name}`,
  rename: 'Rename…',
  renameLabel: (name: string): string => `Rename… ${name}`,
  remove: 'Remove…',
  removeLabel: (name: string): string => `Remove… ${name}`,
  empty: 'No key is kept yet',
  emptyText:
    'A key that is kept here is given to an agent only after you allowed it, and only when the agent.lock of its folder asks for it by name.',
} as const;

/** Adding and changing keys. */
export const keyForm = {
  addTitle: 'Add a key',
  name: 'Name',
  nameNote: 'as the program expects it',
  value: 'Value',
  valueHint: 'It is cleared from here when you save.',
  note: 'Note',
  noteNote: 'for yourself; optional',
  expires: 'Expires',
  expiresNote: 'last day it is valid; optional',
  save: 'Save key',
  saving: 'Saving…',
  cancel: 'Cancel',
  noValue: 'Paste the value of the key first.',
  notSaved: 'Not saved',
  again: 'The value was cleared from here; paste it again.',
  saved: (name: string): string => `${name} is kept`,
  rotateTitle: (name: string): string => `Give ${name} another value?`,
  rotateText: 'Agents that run keep the old value until they are started again.',
  newValue: 'New value',
  rotate: 'Rotate',
  renameTitle: (name: string): string => `Rename ${name}`,
  renameText: 'Locks ask for a key by its name: those that ask for the old one will not find it.',
  newName: 'New name',
  rename: 'Rename',
  removeTitle: (name: string): string => `Remove ${name}?`,
  removeText:
    'Its value is taken out of the vault for good. Agents that run keep what they were given. To make the key worthless, revoke it where it was issued.',
  remove: (name: string): string => `Remove ${name}`,
  keep: 'Keep it',
} as const;
