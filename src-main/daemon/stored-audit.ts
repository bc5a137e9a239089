import { existsSync } from 'node:fs';
import { type Anchor, openAnchor } from '../audit/anchor.ts';
import type { CheckpointStore } from '../audit/checkpoint.ts';
import { damageOf } from '../audit/damages.ts';
import { damagedError } from '../audit/end-check.ts';
import { keychainCheckpoint } from '../audit/keychain-checkpoint.ts';
import { verifyLog } from '../audit/verify-log.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Disposable } from '../base/disposable.ts';
import { asBackboneError, systemCodeOf } from '../base/errors.ts';
import type { AuditVerification, DamageKind } from '../contract/audit.ts';
import { openMachineIdentity } from '../vault/machine-identity.ts';
import type { SecretBackend } from '../vault/secret-place.ts';

/** The audit log of a data directory with what proves it, the log itself not opened yet. */
export interface StoredAudit extends Disposable {
  readonly file: string;
  readonly anchor: Anchor;
  /** Null where the machine's identity is in no keychain. */
  readonly checkpoint: CheckpointStore | null;
  /** Age recipient of this machine. */
  readonly recipient: string;
  /** Which place keeps the identity. */
  readonly backend: SecretBackend;
  /** Fetches the age identity. @throws keyring_absent, keyring_locked, key_missing, key_empty */
  identity(): Promise<string>;
  dispose(): Promise<void>;
}

/** Whether anything of a log is there: one that was taken away still has its head. */
export function hasAudit({ auditLog, auditAnchor }: DataDirectory): boolean {
  return existsSync(auditLog) || existsSync(auditAnchor);
}

/**
 * What is no database of ours any more was touched, though to SQLite it looks like a broken disk.
 * @param kind the damage that this means
 * @returns audit_damaged, or `thrown` when it is something else
 */
export function asDamage(thrown: unknown, kind: DamageKind): unknown {
  const { cause } = asBackboneError(thrown);
  const isForeign =
    /^SQLITE_(CORRUPT|NOTADB)/.test(systemCodeOf(cause) ?? '') ||
    (cause instanceof Error && /^no such (table|column)/.test(cause.message));
  return isForeign ? damagedError(damageOf(kind)) : thrown;
}

async function openHead({ auditAnchor, environmentFile }: DataDirectory): Promise<Anchor> {
  try {
    return await openAnchor(auditAnchor, environmentFile);
  } catch (thrown) {
    throw asDamage(thrown, 'anchor_forged');
  }
}

/**
 * Opens what a log rests on, made when it is missing.
 * @throws audit_damaged when the signing key is gone; not_private, storage_busy, storage_failed, and at the first
 * start what the keyring says
 */
export async function openStoredAudit(folders: DataDirectory): Promise<StoredAudit> {
  const machine = await openMachineIdentity({
    root: folders.root,
    machine: folders.machine,
    environmentFile: folders.environmentFile,
  });
  const anchor = await openHead(folders);
  return {
    file: folders.auditLog,
    anchor,
    checkpoint: machine.backend === 'keychain' ? keychainCheckpoint(machine.place) : null,
    recipient: machine.recipient,
    backend: machine.backend,
    identity: () => machine.identity(),
    dispose: () => anchor.close(),
  };
}

/** What a look at the whole chain found; `says` is null when it is whole. */
export interface AuditFinding {
  readonly says: string | null;
  /** Null when the log or its head could not even be opened as one. */
  readonly verification: AuditVerification | null;
}

/**
 * Verifies the chain of a log that no daemon holds, without a key.
 * @throws not_private, storage_busy, storage_failed, and what the keyring says
 */
export async function examineAudit(folders: DataDirectory): Promise<AuditFinding> {
  try {
    const stored = await openStoredAudit(folders);
    try {
      const verification = await verifyLog({ ...stored, identity: null });
      return { says: verification.damage?.says ?? null, verification };
    } finally {
      await stored.dispose();
    }
  } catch (thrown) {
    const { code, message } = asBackboneError(asDamage(thrown, 'anchor_forged'));
    if (code !== 'audit_damaged') throw thrown;
    return { says: message, verification: null };
  }
}
