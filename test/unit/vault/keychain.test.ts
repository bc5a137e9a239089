import { expect, test } from 'vitest';
import { type Keytar, keychainPlace } from '../../../src-main/vault/keychain.ts';

function fake(changes: Partial<Keytar> = {}): { keytar: Keytar; items: Map<string, string> } {
  const items = new Map<string, string>();
  const keytar: Keytar = {
    getPassword: async (service, account) => items.get(`${service} ${account}`) ?? null,
    setPassword: async (service, account, value) => void items.set(`${service} ${account}`, value),
    deletePassword: async (service, account) => items.delete(`${service} ${account}`),
    ...changes,
  };
  return { keytar, items };
}

const refuse = (message: string) => async () => Promise.reject(new Error(message));

test('a value is found again, and by no other data directory', async () => {
  const { keytar, items } = fake();
  const place = keychainPlace('/a', async () => keytar);
  await place.write('BACKBONE_A', 'secret');
  expect(await place.read('BACKBONE_A')).toEqual({ is: 'found', value: 'secret' });
  expect(await keychainPlace('/b', async () => keytar).read('BACKBONE_A')).toEqual({ is: 'missing' });
  expect([...items.keys()]).toEqual([expect.stringMatching(/^backbone-desktop [0-9a-f]{16}\/BACKBONE_A$/)]);
});

test.each<[string, Partial<Keytar>, object]>([
  ['an empty value', { getPassword: async () => '' }, { is: 'empty' }],
  [
    'a locked keyring that says null',
    { setPassword: refuse('Cannot create an item in a locked collection') },
    { is: 'locked' },
  ],
  [
    'a prompt that was dismissed',
    { getPassword: refuse('The unlock prompt was dismissed') },
    { is: 'locked' },
  ],
  ['no bus', { getPassword: refuse('Cannot autolaunch D-Bus without X11 $DISPLAY') }, { is: 'absent' }],
  [
    'no service',
    { getPassword: refuse('The name org.freedesktop.secrets was not provided by any .service files') },
    { is: 'absent' },
  ],
])('%s has an answer of its own', async (_, changes, expected) => {
  const place = keychainPlace('/a', async () => fake(changes).keytar);
  expect(await place.read('BACKBONE_A')).toMatchObject(expected);
});

test('a machine without the library has no keychain', async () => {
  const place = keychainPlace('/a', refuse('Failed to load keytar native addon'));
  expect(await place.read('BACKBONE_A')).toEqual({
    is: 'absent',
    reason: 'Failed to load keytar native addon.',
  });
  await expect(place.write('BACKBONE_A', 'x')).rejects.toMatchObject({ code: 'keyring_absent' });
});
