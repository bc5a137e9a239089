import { openMachineIdentity } from '../../vault/machine-identity.ts';
import type { Examination } from './examination.ts';

/** Where this machine's own key is kept, and whether it can be fetched. */
export const checkKeyring: Examination = async (folders) => {
  const name = 'machine key';
  const identity = await openMachineIdentity({
    root: folders.root,
    machine: folders.machine,
    environmentFile: folders.environmentFile,
  });
  await identity.identity();
  if (identity.backend === 'keychain')
    return [{ name, result: 'ok', says: 'Kept in the system’s keyring.', mend: null }];
  return [
    {
      name,
      result: 'warn',
      says: 'No keyring answered at the first start, so this machine’s key is kept in .env, readable by you alone.',
      mend: null,
    },
  ];
};
