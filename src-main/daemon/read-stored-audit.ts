import {
  type AuditParts,
  exportAudit,
  listAudit,
  showAudit,
  verifyAudit,
} from '../audit/audit-procedures.ts';
import { openAuditReader } from '../audit/reader.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { BackboneError } from '../base/errors.ts';
import type { OutputOf, ParsedInputOf } from '../contract/procedures.ts';
import { hasAudit, openStoredAudit, type StoredAudit } from './stored-audit.ts';

export type AuditProcedure = 'audit.list' | 'audit.show' | 'audit.verify' | 'audit.export';

async function withStored<T>(folders: DataDirectory, work: (stored: StoredAudit) => Promise<T>): Promise<T> {
  if (!hasAudit(folders)) {
    throw new BackboneError('not_initialised', `There is no audit log in ${folders.root} yet.`);
  }
  const stored = await openStoredAudit(folders);
  try {
    return await work(stored);
  } finally {
    await stored.dispose();
  }
}

function withReader<T>(folders: DataDirectory, work: (parts: AuditParts) => Promise<T> | T): Promise<T> {
  return withStored(folders, async (stored) => {
    const reader = await openAuditReader(stored.file, () => stored.identity());
    try {
      return await work({ ...stored, reader });
    } finally {
      await reader.dispose();
    }
  });
}

const readings: {
  readonly [N in AuditProcedure]: (folders: DataDirectory, input: ParsedInputOf<N>) => Promise<OutputOf<N>>;
} = {
  'audit.list': (folders, input) => withReader(folders, (parts) => listAudit(parts, input)),
  'audit.show': (folders, input) => withReader(folders, (parts) => showAudit(parts, input)),
  'audit.export': (folders, input) => withReader(folders, (parts) => exportAudit(parts, input)),
  // Needs no open log: what lies there may be none any more.
  'audit.verify': (folders, input) => withStored(folders, (stored) => verifyAudit(stored, input)),
};

/**
 * Reads the log of a data directory for which no daemon runs, as when it refuses to start because of that very log.
 * Leaves no entry: whoever may read these files can read them with other programs, too.
 * @throws not_initialised when there is no log, and as the procedure of that name
 */
export function readStoredAudit<N extends AuditProcedure>(
  folders: DataDirectory,
  name: N,
  input: ParsedInputOf<N>,
): Promise<OutputOf<N>> {
  return readings[name](folders, input);
}
