import { existsSync } from 'node:fs';
import { openAnchor } from '../../audit/anchor.ts';
import { auditEndDamage } from '../../audit/audit-procedures.ts';
import { openAuditReader } from '../../audit/reader.ts';
import { openMachineIdentity } from '../../vault/machine-identity.ts';
import type { Examination } from '../doctor.ts';

/** Whether the end of the audit log stands where its signed head says. */
export const checkAudit: Examination = async (folders) => {
  const name = 'audit log';
  if (!existsSync(folders.auditLog)) {
    return [{ name, result: 'ok', says: 'It begins with the first start of the daemon.', mend: null }];
  }
  const identity = await openMachineIdentity({
    root: folders.root,
    machine: folders.machine,
    environmentFile: folders.environmentFile,
  });
  const anchor = await openAnchor(folders.auditAnchor, folders.environmentFile);
  try {
    const reader = await openAuditReader(folders.auditLog, () => identity.identity());
    try {
      const damage = auditEndDamage({ anchor, reader });
      if (damage === null)
        return [{ name, result: 'ok', says: 'Its end is where the signed head says.', mend: null }];
      return [
        {
          name,
          result: 'fail',
          says: damage.says,
          mend: 'Keep a copy of the data directory before anything else.',
        },
      ];
    } finally {
      await reader.dispose();
    }
  } finally {
    await anchor.close();
  }
};
