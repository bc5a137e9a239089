import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type KeychainSession, type KeychainState, keychainSession } from '../../support/keychain-session.ts';

async function session(state: KeychainState): Promise<KeychainSession> {
  const made = await keychainSession(state);
  onTestFinished(() => made.dispose());
  return made;
}

/** As a data directory whose first start found a keyring. */
function rememberKeychain(root: string): void {
  const recipient = 'age1lggyhqrw2nlhcxprm67z43rta597azn8gknawjehu9d9dl0jq3yqqvfafg';
  writeFileSync(path.join(root, 'machine.json'), JSON.stringify({ recipient, backend: 'keychain' }));
}

test('an open keyring keeps, renames and loses keys', async () => {
  const { ask, root } = await session('open');
  rememberKeychain(root);
  expect(await ask('key-view')).toEqual({ backend: 'keychain', state: 'open', keys: {} });
  const value = `ü\n${'x'.repeat(5000)}`;
  await ask('key-add', 'A', value);
  expect(await ask('key-read', 'A')).toEqual({ is: 'found', value });
  expect(await ask('key-add', 'A', 'again')).toEqual({ code: 'key_exists' });
  await ask('key-rename', 'A', 'B');
  expect(await ask('key-view')).toMatchObject({ keys: { B: 'found' } });
  expect(await ask('key-read', 'A')).toEqual({ is: 'missing' });
  expect(await ask('key-read', 'B')).toEqual({ is: 'found', value });
  expect(await ask('key-unlock')).toEqual({ code: 'unsupported' });
  expect(await ask('doctor')).toMatchObject([{ name: 'vault', result: 'ok', says: /keychain/ }]);
  await ask('key-remove', 'B');
  expect(await ask('key-read', 'B')).toEqual({ is: 'missing' });
  expect(await ask('key-view')).toMatchObject({ keys: {} });
});

test('keys never meet our own secrets of the same name', async () => {
  const { ask } = await session('open');
  await ask('write', 'A', 'ours');
  await ask('key-add', 'A', 'theirs');
  expect(await ask('read', 'A')).toEqual({ is: 'found', value: 'ours' });
  await ask('key-remove', 'A');
  expect(await ask('read', 'A')).toEqual({ is: 'found', value: 'ours' });
});

test('a locked keyring is locked: nothing is missing, nothing is changed', async () => {
  const { ask, root } = await session('open');
  rememberKeychain(root);
  await ask('key-add', 'A', 'kept');
  await ask('lock');
  expect(await ask('key-view')).toEqual({ backend: 'keychain', state: 'locked', keys: { A: 'unknown' } });
  expect(await ask('key-read', 'A')).toEqual({ is: 'locked' });
  const locked = { code: 'keyring_locked' };
  expect(await ask('key-add', 'B', 'new')).toEqual(locked);
  expect(await ask('key-rename', 'A', 'B')).toEqual(locked);
  expect(await ask('key-remove', 'A')).toEqual(locked);
  expect(await ask('key-view')).toMatchObject({ keys: { A: 'unknown' } });
  expect(await ask('doctor')).toMatchObject([{ result: 'warn', says: /locked/ }]);
});

test.each<KeychainState>(['service-less', 'bus-less'])(
  'a keyring that is gone (%s) leads to no second vault',
  async (state) => {
    const { ask, root } = await session(state);
    rememberKeychain(root);
    expect(await ask('key-view')).toMatchObject({ backend: 'keychain', state: 'absent' });
    expect(await ask('key-read', 'A')).toMatchObject({ is: 'absent' });
    expect(await ask('key-add', 'A', 'x')).toEqual({ code: 'keyring_absent' });
    expect(await ask('key-view')).toMatchObject({ keys: {} });
    expect(await ask('doctor')).toMatchObject([{ name: 'vault', result: 'fail', says: /No keyring/ }]);
  },
);

test('a keyring without a password gets nothing, and doctor refuses it', async () => {
  const { ask, root } = await session('plain');
  rememberKeychain(root);
  // It would take it, and keep it for everyone to read.
  await ask('write', 'PROOF', 'readable-by-all');
  expect(await ask('keyring-file')).toContain('readable-by-all');
  const plaintext = { code: 'plaintext_backend' };
  expect(await ask('key-view')).toEqual(plaintext);
  expect(await ask('key-read', 'A')).toEqual(plaintext);
  expect(await ask('key-add', 'A', 'never-written')).toEqual(plaintext);
  expect(await ask('keyring-file')).not.toContain('never-written');
  expect(await ask('doctor')).toMatchObject([
    { name: 'vault', result: 'fail', says: /^plaintext_backend: .*login\.keyring/ },
  ]);
});

test('a first start beside a keyring without a password does not choose it', async () => {
  const { ask } = await session('plain');
  expect(await ask('machine')).toMatchObject({ backend: 'environment' });
  expect(await ask('doctor')).toMatchObject([{ result: 'ok', says: /sealed files/ }]);
});

test('eight processes that add keys at once lose none', async () => {
  const { ask } = await session('open');
  expect(await ask('key-crowd')).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  const { keys } = (await ask('key-view')) as { keys: Record<string, string> };
  expect(Object.values(keys)).toEqual(Array(40).fill('found'));
  expect(await ask('key-read', 'KEY_7_4')).toEqual({ is: 'found', value: 'value 7 4' });
}, 60_000);
