import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateX25519Identity } from 'age-encryption';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { setEnvironmentValue, unsetEnvironmentValue } from '../../../src-main/secrets/environment-file.ts';
import { machineIdentityName, openMachineIdentity } from '../../../src-main/vault/machine-identity.ts';
import type { SecretPlace, SecretReading } from '../../../src-main/vault/secret-place.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let root: string;
beforeEach(() => {
  const folder = temporaryFolder('machine');
  onTestFinished(() => folder.dispose());
  root = folder.path;
});

const files = () => ({
  root,
  machine: path.join(root, 'machine.json'),
  environmentFile: path.join(root, '.env'),
});

function keychain(reading: SecretReading): SecretPlace {
  let kept = reading;
  return {
    backend: 'keychain',
    read: async () => kept,
    write: async (_, value) => {
      kept = { is: 'found', value };
    },
  };
}

const absent = keychain({ is: 'absent', reason: 'none' });

test.each<[SecretReading, string]>([
  [{ is: 'locked' }, 'keyring_locked'],
  [{ is: 'absent', reason: 'gone' }, 'keyring_absent'],
  [{ is: 'missing' }, 'key_missing'],
  [{ is: 'empty' }, 'key_empty'],
  [{ is: 'found', value: 'nonsense' }, 'key_empty'],
])('an identity that was in the keychain and is now %o is never made anew', async (reading, code) => {
  const first = await openMachineIdentity({ ...files(), keychain: keychain({ is: 'missing' }) });
  expect(first.backend).toBe('keychain');
  const later = await openMachineIdentity({ ...files(), keychain: keychain(reading) });
  expect(later.recipient).toBe(first.recipient);
  await expect(later.identity()).rejects.toMatchObject({ code });
});

test('another identity than the one that was made is refused', async () => {
  const { identity } = await openMachineIdentity({ ...files(), keychain: absent });
  setEnvironmentValue(files().environmentFile, machineIdentityName, await generateX25519Identity());
  await expect(identity()).rejects.toMatchObject({ code: 'key_missing', message: /another key/ });
  unsetEnvironmentValue(files().environmentFile, machineIdentityName);
  await expect(identity()).rejects.toMatchObject({ code: 'key_missing' });
});

test('an identity in the environment file stays there when a keyring appears', async () => {
  const value = await generateX25519Identity();
  setEnvironmentValue(files().environmentFile, machineIdentityName, value);
  const found = await openMachineIdentity({ ...files(), keychain: keychain({ is: 'missing' }) });
  expect(found.backend).toBe('environment');
  expect(await found.identity()).toBe(value);
});

test('an empty key in the keychain is not written over', async () => {
  await expect(
    openMachineIdentity({ ...files(), keychain: keychain({ is: 'empty' }) }),
  ).rejects.toMatchObject({ code: 'key_empty' });
});

test('a file for the public half that is not ours is refused', async () => {
  writeFileSync(files().machine, '{"recipient":"age1","backend":"cloud"}');
  await expect(openMachineIdentity({ ...files(), keychain: absent })).rejects.toMatchObject({
    code: 'key_empty',
  });
});
