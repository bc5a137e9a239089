import { BackboneError } from '../base/errors.ts';
import type { KeyPlace } from './key-place.ts';
import { keychainPlace } from './keychain.ts';
import { plaintextKeyring } from './plaintext-keyring.ts';
import { secretError } from './secret-place.ts';

/** Apart from our own secrets, which have no such beginning. */
const accountOf = (name: string): string => `key/${name}`;
/** Never kept: whether it is missing tells whether the keyring is open. */
const nobody = 'key/-';

/** Keys in the OS keychain. One whose items lie in plain text is not used. @param root data directory */
export function keychainKeys(
  root: string,
  environment: NodeJS.ProcessEnv,
  place: Pick<ReturnType<typeof keychainPlace>, 'read' | 'write' | 'remove'> = keychainPlace(root),
): KeyPlace {
  const requireSealed = (): void => {
    const plain = plaintextKeyring(environment);
    if (plain === null) return;
    throw new BackboneError(
      'plaintext_backend',
      `The keyring ${plain} has no password, so it keeps keys in plain text. Give it one (in "Passwords and Keys"), then try again.`,
    );
  };
  const read: KeyPlace['read'] = async (name) => {
    requireSealed();
    return await place.read(accountOf(name));
  };
  return {
    backend: 'keychain',
    async look() {
      requireSealed();
      const reading = await place.read(nobody);
      if (reading.is === 'locked' || reading.is === 'absent')
        return { state: reading.is, says: secretError('', reading).message };
      return { state: 'open', says: 'Keys are kept in the keychain of this system.' };
    },
    async is(name) {
      const { is } = await read(name);
      return is === 'locked' || is === 'absent' ? 'unknown' : is;
    },
    async ready() {
      requireSealed();
      const reading = await place.read(nobody);
      if (reading.is === 'locked' || reading.is === 'absent') throw secretError('', reading);
    },
    read,
    async write(name, value) {
      requireSealed();
      await place.write(accountOf(name), value);
    },
    remove: (name) => place.remove(accountOf(name)),
  };
}
