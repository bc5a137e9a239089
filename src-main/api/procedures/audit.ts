import type { AuditEntry, AuditLog } from '../../audit/audit-log.ts';
import {
  type AuditParts,
  exportAudit,
  listAudit,
  showAudit,
  verifyAudit,
} from '../../audit/audit-procedures.ts';
import { headLine, readLine } from '../../audit/export-format.ts';
import { hex } from '../../audit/record.ts';
import { BackboneError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { AuditVerification } from '../../contract/audit.ts';
import type { Implementations } from '../doors.ts';
import { actorOf } from './actor-of.ts';

type AuditImplementations = Pick<
  Implementations,
  'audit.list' | 'audit.show' | 'audit.verify' | 'audit.export' | 'audit.closed' | 'audit.trim'
>;

function verified({ whole, damage, records, last, contents, against }: AuditVerification) {
  return {
    whole,
    damage: damage?.kind ?? null,
    number: damage?.number ?? null,
    records,
    last,
    contents,
    against,
  };
}

/** What an export held, from its last line. */
function exported(lines: readonly string[]) {
  const { head, signer } = headLine.parse(readLine(lines.at(-1) ?? ''));
  return { first: head.first, last: head.number, hash: hex(head.hash), signer: hex(signer) };
}

/** Reading is recorded where something is concluded or carried away: at the end of a verification and of an export. */
export function auditImplementations(
  parts: AuditParts,
  audit: Pick<AuditLog, 'append' | 'closed' | 'trim'>,
  logger: Logger,
): AuditImplementations {
  // A log that cannot be written is just the one that must be verified and exported.
  const note = (entry: Pick<AuditEntry, 'kind' | 'actor' | 'details'>): Promise<unknown> =>
    audit
      .append({ ...entry, agent: null, launch: null })
      .catch((error: unknown) => logger.failure('audit.append', error));
  return {
    'audit.list': (input) => listAudit(parts, input),
    'audit.show': (input) => showAudit(parts, input),
    'audit.verify': async (input, caller) => {
      const found = await verifyAudit(parts, input);
      await note({ kind: 'audit.verified', actor: actorOf(caller), details: verified(found) });
      return found;
    },
    'audit.export': async (input, caller) => {
      const page = exportAudit(parts, input);
      if (page.next === null) {
        await note({ kind: 'audit.exported', actor: actorOf(caller), details: exported(page.lines) });
      }
      return page;
    },
    'audit.closed': async ({ before = Number.POSITIVE_INFINITY }) => {
      const part = await audit.closed(before);
      if (part !== null) return part;
      throw new BackboneError(
        'nothing_closed',
        'The audit log has no closed segment that old. A segment closes when the daemon ends, after a day, and after 100,000 entries.',
      );
    },
    'audit.trim': async ({ archive, digest, ...part }, caller) => ({
      first: await audit.trim(part, { actor: actorOf(caller), details: { archive, digest } }),
    }),
  };
}
