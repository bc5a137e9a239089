import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { passphraseAtHand } from '../../../src-main/vault/passphrase-at-hand.ts';
import { plaintextKeyring } from '../../../src-main/vault/plaintext-keyring.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let root: string;
beforeEach(() => {
  const home = temporaryFolder('at-hand');
  onTestFinished(() => home.dispose());
  root = home.path;
});

test('a passphrase at hand is the environment’s, else systemd’s', () => {
  writeFileSync(path.join(root, 'backbone-vault-passphrase'), ' from a file \r\n');
  const systemd = { CREDENTIALS_DIRECTORY: root };
  expect(passphraseAtHand({})).toBeNull();
  expect(passphraseAtHand({ AGENT_MASTER_KEY: '', CREDENTIALS_DIRECTORY: '' })).toBeNull();
  expect(passphraseAtHand(systemd)).toBe(' from a file ');
  expect(passphraseAtHand({ ...systemd, AGENT_MASTER_KEY: 'set' })).toBe('set');
  expect(passphraseAtHand({ CREDENTIALS_DIRECTORY: path.join(root, 'none') })).toBeNull();
  writeFileSync(path.join(root, 'backbone-vault-passphrase'), '\n');
  expect(passphraseAtHand(systemd)).toBeNull();
});

const sealed = Buffer.from('GnomeKeyring\n\r\0\n\0\0');

test.each<[string, Record<string, string | Buffer>, string | null]>([
  ['no keyring', {}, null],
  ['a sealed one', { 'login.keyring': sealed }, null],
  ['a plain one', { 'login.keyring': '[keyring]\n' }, 'login.keyring'],
  ['a plain one that is not used', { 'login.keyring': sealed, 'other.keyring': '[keyring]\n' }, null],
  [
    'a plain default',
    { default: 'other\n', 'login.keyring': sealed, 'other.keyring': '[keyring]\n' },
    'other.keyring',
  ],
  ['a sealed default', { default: 'other', 'login.keyring': '[keyring]\n', 'other.keyring': sealed }, null],
  ['a default that leads elsewhere', { default: '../login', 'login.keyring': sealed }, null],
  ['an empty file', { 'login.keyring': '' }, null],
])('of %s the plain file is told', (_, files, expected) => {
  const share = path.join(root, '.local/share');
  const folder = path.join(share, 'keyrings');
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  const file = expected === null ? null : path.join(folder, expected);
  expect(plaintextKeyring({ HOME: root })).toBe(file);
  expect(plaintextKeyring({ HOME: root, XDG_DATA_HOME: '' })).toBe(file);
  expect(plaintextKeyring({ HOME: '/nowhere', XDG_DATA_HOME: share })).toBe(file);
});
