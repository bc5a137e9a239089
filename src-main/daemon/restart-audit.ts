import { restartAudit } from '../audit/restart.ts';
import type { Clock } from '../base/clock.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { BackboneError } from '../base/errors.ts';
import { openLogFile } from '../base/log-file.ts';
import { createLogger } from '../base/logger.ts';
import { readEnvironmentFile } from '../secrets/environment-file.ts';
import { createRedactor } from '../secrets/redact.ts';
import { takeDaemonLock } from './daemon-lock.ts';
import { openRecords } from './records.ts';
import { type AuditFinding, examineAudit, hasAudit } from './stored-audit.ts';

export interface AuditRestart {
  /** What was wrong with the old log, one line. */
  readonly says: string;
  /** Where the old log and its head lie now. */
  readonly setAside: readonly string[];
}

/** @throws not_damaged when the log is whole */
async function damagedLog(folders: DataDirectory): Promise<AuditFinding & { says: string }> {
  const { says, verification } = await examineAudit(folders);
  if (says !== null) return { says, verification };
  throw new BackboneError('not_damaged', 'The audit log is whole. There is nothing to set aside.');
}

/**
 * Sets a damaged log aside and begins a new one, whose first entry says what became of the old. No daemon may run, and
 * none can start meanwhile.
 * @param confirm hears what is wrong; false leaves everything as it is
 * @returns null when it was not confirmed
 * @throws daemon_running, not_initialised, not_damaged, not_private, storage_busy, storage_failed, record_failed
 */
export async function restartDamagedAudit(
  folders: DataDirectory,
  clock: Clock,
  confirm: (says: string) => Promise<boolean>,
): Promise<AuditRestart | null> {
  if (!hasAudit(folders)) {
    throw new BackboneError('not_initialised', `There is no audit log in ${folders.root}.`);
  }
  const lock = takeDaemonLock(folders.lock);
  try {
    const { says, verification } = await damagedLog(folders);
    if (!(await confirm(says))) return null;
    const { auditLog: log, auditAnchor: anchor, environmentFile } = folders;
    const setAside = restartAudit({ log, anchor, environmentFile }, clock.now());
    const redact = createRedactor(Object.values(readEnvironmentFile(environmentFile)));
    const logger = createLogger(openLogFile(folders.log), clock.now, redact);
    const records = await openRecords(folders, { clock, logger, redact });
    try {
      await records.audit.append({
        kind: 'audit.restarted',
        actor: { door: 'cli', name: null },
        agent: null,
        launch: null,
        details: {
          says,
          damage: verification?.damage?.kind ?? null,
          number: verification?.damage?.number ?? null,
          // The last record that was still good: whoever keeps the old log can find the place.
          last: verification?.last ?? null,
          hash: verification?.hash ?? null,
          setAside,
        },
      });
    } finally {
      await records.dispose();
    }
    return { says, setAside };
  } finally {
    lock.release();
  }
}
