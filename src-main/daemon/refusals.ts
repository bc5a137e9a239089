import type { Refusal } from '../api/doors.ts';
import type { AuditEntry, AuditLog } from '../audit/audit-log.ts';
import { FailedAuthentications } from '../audit/failed-authentications.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';

const nobody = { actor: { door: 'http', name: null }, agent: null, launch: null } as const;

function entryOf(refusal: Refusal): AuditEntry {
  if (refusal.why === 'unknown') {
    return { ...nobody, kind: 'authentication.failed', details: { door: refusal.door } };
  }
  if (refusal.why === 'ended') {
    // Anyone can write down a launch's id: it is no proof, so the entry belongs to no launch.
    const { door, launch } = refusal;
    return { ...nobody, kind: 'credential.refused', details: { door, why: 'ended', claims: launch } };
  }
  const { caller, procedure } = refusal;
  const isAgent = caller.authority === 'agent';
  return {
    kind: 'credential.refused',
    actor: caller.actor,
    agent: isAgent ? { id: caller.agentId, name: caller.actor.name ?? '' } : null,
    launch: isAgent ? caller.launchId : null,
    details: { why: 'forbidden', procedure },
  };
}

/** Records what was turned away, each kind within a bound of its own, so that a flood of one does not hide the other. */
export function recordRefusals(
  audit: Pick<AuditLog, 'append'>,
  clock: Clock,
  logger: Logger,
): (refusal: Refusal) => void {
  const bounds = {
    unknown: new FailedAuthentications(audit, clock),
    ended: new FailedAuthentications(audit, clock),
    forbidden: new FailedAuthentications(audit, clock),
  };
  return (refusal) => {
    bounds[refusal.why]
      .note(entryOf(refusal))
      .catch((error: unknown) => logger.failure('audit.append', error));
  };
}
