import type { Anchor } from '../audit/anchor.ts';
import { openAnchor } from '../audit/anchor.ts';
import { type AuditLog, openAuditLog } from '../audit/audit-log.ts';
import { keychainCheckpoint } from '../audit/keychain-checkpoint.ts';
import type { Clock } from '../base/clock.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { type MachineIdentity, openMachineIdentity } from '../vault/machine-identity.ts';

/** The audit log with what it rests on. */
export interface Records extends Disposable {
  readonly audit: AuditLog;
  readonly anchor: Anchor;
  readonly identity: MachineIdentity;
}

/**
 * Opens the audit log for writing.
 * @throws audit_damaged, not_private, storage_busy, storage_failed, and at the first start what the keyring says
 */
export async function openRecords(
  folders: DataDirectory,
  parts: { readonly clock: Clock; readonly logger: Logger; readonly redact: (text: string) => string },
): Promise<Records> {
  const identity = await openMachineIdentity({
    root: folders.root,
    machine: folders.machine,
    environmentFile: folders.environmentFile,
  });
  const anchor = await openAnchor(folders.auditAnchor, folders.environmentFile);
  try {
    const audit = await openAuditLog({
      file: folders.auditLog,
      recipient: identity.recipient,
      anchor,
      clock: parts.clock,
      redact: parts.redact,
      checkpoint: identity.backend === 'keychain' ? keychainCheckpoint(identity.place) : null,
      onCheckpointFailed: (error) => parts.logger.failure('audit.checkpoint', error),
    });
    return {
      audit,
      anchor,
      identity,
      async dispose() {
        await audit.close();
        await anchor.close();
      },
    };
  } catch (error) {
    await anchor.close();
    throw error;
  }
}
