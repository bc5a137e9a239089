import type { AuditState } from '../../src-main/contract/system.ts';
import type { AuditView } from './audit-view.ts';

/** How far the audit log is to be trusted, as far as this window knows. */
export type AuditHealth =
  | { readonly is: 'unread' }
  /** It was touched; `says` is the daemon's line; `stopped`: nothing more is recorded. */
  | { readonly is: 'damaged'; readonly says: string; readonly records: number; readonly stopped: boolean }
  /** The last entry could not be recorded. */
  | { readonly is: 'unwritable'; readonly says: string; readonly records: number }
  /** Nothing is known against it, and the whole was not looked at from here. */
  | { readonly is: 'unverified'; readonly records: number }
  /** The whole was verified from here, and its end still stands where it should. */
  | { readonly is: 'verified'; readonly records: number };

/** `status`: what the daemon says of the log at once; null while nothing was heard. */
export function auditHealth(
  status: AuditState | null,
  audit: Pick<AuditView, 'damage' | 'failure' | 'verification'>,
): AuditHealth {
  if (status === null) return { is: 'unread' };
  const { records } = status;
  const found = audit.verification.is === 'done' ? audit.verification.found : null;
  const damage = found?.damage ?? audit.damage;
  const stopped = status.state !== 'intact';
  if (damage !== null) return { is: 'damaged', says: damage.says, records, stopped };
  // A record that cannot be opened is never passed over: the list stops there.
  if (audit.failure?.code === 'audit_damaged')
    return { is: 'damaged', says: audit.failure.message, records, stopped };
  if (status.state === 'damaged') return { is: 'damaged', says: status.says ?? '', records, stopped };
  if (status.state === 'unwritable') return { is: 'unwritable', says: status.says ?? '', records };
  // A chain that was held against nothing outside of it may lack its end.
  const proven = found !== null && found.whole && found.against.length > 0;
  return { is: proven ? 'verified' : 'unverified', records };
}
