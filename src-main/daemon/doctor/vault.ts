import { BackboneError } from '../../base/errors.ts';
import type { Check } from '../../contract/system.ts';
import type { KeyPlace } from '../../vault/key-place.ts';
import { openMachineIdentity } from '../../vault/machine-identity.ts';
import { openKeyPlace } from '../../vault/open-key-place.ts';
import type { Examination } from './examination.ts';

const name = 'vault';
const unlock = 'backbone key unlock';

/** Which place keeps the person's keys, and whether it can be used. A keyring that keeps them in plain text is refused. */
export const checkVault: Examination = async (folders, environment) => {
  const { backend } = await openMachineIdentity({
    root: folders.root,
    machine: folders.machine,
    environmentFile: folders.environmentFile,
    system: environment,
  });
  const place = openKeyPlace(backend, folders, environment);
  try {
    return [await found(place)];
  } catch (error) {
    if (!(error instanceof BackboneError) || error.code !== 'plaintext_backend') throw error;
    return [
      {
        name,
        result: 'fail',
        says: `${error.code}: ${error.message}`,
        mend: 'Give the keyring a password; no key is read or kept until then.',
      },
    ];
  } finally {
    if ('unlock' in place) place.lock();
  }
};

async function found(place: KeyPlace): Promise<Check> {
  const { state, says } = await place.look();
  if (state === 'open') return { name, result: 'ok', says, mend: null };
  // Sealed files are usually closed, and none are made before the first key.
  if (place.backend === 'sealed_file') return { name, result: 'ok', says, mend: unlock };
  return { name, result: state === 'absent' ? 'fail' : 'warn', says, mend: null };
}
