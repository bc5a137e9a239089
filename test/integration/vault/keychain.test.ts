import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironmentFile } from '../../../src-main/secrets/environment-file.ts';
import { type KeychainSession, type KeychainState, keychainSession } from '../../support/keychain-session.ts';

/** GNOME Keyring, dbus-run-session, gdbus and secret-tool are needed; a session without them fails by its name. */
async function session(state: KeychainState): Promise<KeychainSession> {
  const made = await keychainSession(state);
  onTestFinished(() => made.dispose());
  return made;
}

test('found and missing are two answers of an open keyring', async () => {
  const { ask } = await session('open');
  expect(await ask('read', 'BACKBONE_A')).toEqual({ is: 'missing' });
  const value = `ü\n${'x'.repeat(5000)}`;
  await ask('write', 'BACKBONE_A', value);
  expect(await ask('read', 'BACKBONE_A')).toEqual({ is: 'found', value });
  expect(await ask('write', 'BACKBONE_A', '')).toEqual({ code: 'invalid_input' });
});

test('a locked keyring is locked, whether it holds the secret or not', async () => {
  const { ask } = await session('open');
  await ask('write', 'BACKBONE_A', 'kept');
  expect(await ask('lock')).toBe(0);
  expect(await ask('read', 'BACKBONE_A')).toEqual({ is: 'locked' });
  expect(await ask('read', 'BACKBONE_B')).toEqual({ is: 'locked' });
  expect(await ask('write', 'BACKBONE_B', 'new')).toEqual({ code: 'keyring_locked' });
});

test.each<KeychainState>(['service-less', 'bus-less'])(
  'a machine that is %s has no keyring',
  async (state) => {
    const { ask } = await session(state);
    expect(await ask('read', 'BACKBONE_A')).toMatchObject({ is: 'absent', reason: /\S/ });
    expect(await ask('write', 'BACKBONE_A', 'new')).toEqual({ code: 'keyring_absent' });
  },
);

test('the identity is kept in an open keyring, and only its public half in a file', async () => {
  const { ask, root } = await session('open');
  const first = (await ask('machine')) as { recipient: string };
  expect(first).toMatchObject({ backend: 'keychain' });
  expect(first.recipient).toMatch(/^age1/);
  const file = path.join(root, 'machine.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain('AGE-SECRET-KEY');
  expect(existsSync(path.join(root, '.env'))).toBe(false);
  expect(await ask('identity')).toMatch(/^AGE-SECRET-KEY-1/);
  rmSync(file);
  expect(await ask('machine')).toEqual(first);
  await ask('lock');
  expect(await ask('machine')).toEqual(first);
  expect(await ask('identity')).toEqual({ code: 'keyring_locked' });
});

test.each<KeychainState>(['locked', 'service-less', 'bus-less'])(
  'the identity is kept in the environment file where the keyring is %s',
  async (state) => {
    const { ask, root } = await session(state);
    expect(await ask('machine')).toMatchObject({ backend: 'environment' });
    const identity = await ask('identity');
    expect(identity).toMatch(/^AGE-SECRET-KEY-1/);
    const file = path.join(root, '.env');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readEnvironmentFile(file)['BACKBONE_MACHINE_IDENTITY']).toBe(identity);
  },
);

test('a checkpoint of the audit log is kept beside the identity', async () => {
  const { ask } = await session('open');
  expect(await ask('checkpoint')).toEqual({ before: null, number: 7 });
});
