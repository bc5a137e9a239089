import { type AuditLog, openAuditLog } from '../audit/audit-log.ts';
import { type AuditParts, auditEndDamage } from '../audit/audit-procedures.ts';
import { openAuditReader } from '../audit/reader.ts';
import { reasonNotRecorded } from '../audit/record-failed.ts';
import type { Clock } from '../base/clock.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { type Disposable, Disposables } from '../base/disposable.ts';
import { asBackboneError, BackboneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { AuditState } from '../contract/system.ts';
import { asDamage, openStoredAudit, type StoredAudit } from './stored-audit.ts';

/** The audit log, open for writing and for reading. */
export interface Records extends Disposable {
  readonly audit: AuditLog;
  readonly reading: AuditParts;
  /** This machine's age identity, by which the log is read. */
  readonly machine: Pick<StoredAudit, 'recipient' | 'backend' | 'identity'>;
  /** How the log stands: its end, and whether the last entry could be recorded. Cheap, and never throws. */
  state(): AuditState;
  dispose(): Promise<void>;
}

interface RecordsParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly redact: (text: string) => string;
}

/** The log, and the failure of the last entry that was to be recorded: null once one could be recorded again. */
function remembering(log: AuditLog): { audit: AuditLog; failure: () => BackboneError | null } {
  let failure: BackboneError | null = null;
  const remembered = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const result = await work;
      failure = null;
      return result;
    } catch (thrown) {
      const error = asBackboneError(thrown);
      if (error.code !== 'nothing_closed') failure = error;
      throw thrown;
    }
  };
  return {
    audit: {
      append: (entry) => remembered(log.append(entry)),
      closed: (before) => log.closed(before),
      trim: (part, by) => remembered(log.trim(part, by)),
      close: () => log.close(),
    },
    failure: () => failure,
  };
}

function stateOf(parts: AuditParts, failure: BackboneError | null): AuditState {
  const cause = failure?.cause instanceof BackboneError ? failure.cause : failure;
  try {
    const records = parts.reader.count();
    const damage = auditEndDamage(parts);
    if (damage !== null) return { records, state: 'damaged', says: damage.says };
    if (cause === null) return { records, state: 'intact', says: null };
    if (cause.code === 'audit_damaged') return { records, state: 'damaged', says: cause.message };
    const says = `The last act could not be recorded. ${reasonNotRecorded(cause)}`;
    return { records, state: 'unwritable', says };
  } catch (thrown) {
    return { records: 0, state: 'unwritable', says: asBackboneError(thrown).message };
  }
}

async function openLog(stored: StoredAudit, parts: RecordsParts): Promise<AuditLog> {
  try {
    return await openAuditLog({
      ...stored,
      clock: parts.clock,
      redact: parts.redact,
      onCheckpointFailed: (error) => parts.logger.failure('audit.checkpoint', error),
    });
  } catch (thrown) {
    throw asDamage(thrown, 'swapped');
  }
}

/**
 * Opens the audit log for writing and for reading.
 * @throws audit_damaged, not_private, storage_busy, storage_failed, and at the first start what the keyring says
 */
export async function openRecords(folders: DataDirectory, parts: RecordsParts): Promise<Records> {
  const held = new Disposables();
  try {
    const stored = held.add(await openStoredAudit(folders));
    const { audit, failure } = remembering(await openLog(stored, parts));
    held.defer(() => audit.close());
    const reader = held.add(await openAuditReader(stored.file, () => stored.identity()));
    const reading: AuditParts = { ...stored, reader };
    return {
      audit,
      reading,
      machine: stored,
      state: () => stateOf(reading, failure()),
      dispose: () => held.dispose(),
    };
  } catch (error) {
    await held.dispose();
    throw error;
  }
}
