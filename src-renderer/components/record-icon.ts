import type { AuditRecord } from '../../src-main/contract/audit.ts';
import { type RecordTone, recordTitle } from '../text/audit-records.ts';
import type { IconName } from './icon.tsx';

const byKind: Readonly<Record<AuditRecord['kind'], IconName>> = {
  'daemon.started': 'chip',
  'daemon.stopped': 'chip',
  'agent.registered': 'folder',
  'agent.changed': 'gear',
  'agent.renamed': 'file',
  'agent.forgotten': 'x',
  'launch.intended': 'clock',
  'launch.started': 'play',
  'launch.refused': 'warn',
  'launch.ended': 'stop',
  'stop.requested': 'stop',
  'question.asked': 'ask',
  'question.closed': 'ask',
  'answer.intended': 'clock',
  'answer.sent': 'term',
  'answer.outcome': 'check',
  'setting.changed': 'gear',
  'credential.issued': 'key',
  'credential.refused': 'key',
  'authentication.failed': 'key',
  'audit.verified': 'link',
  'audit.exported': 'save',
  'audit.imported': 'link',
  'audit.trimmed': 'link',
  'audit.restarted': 'link',
  'key.added': 'key',
  'key.removed': 'key',
  'key.renamed': 'key',
  'key.rotated': 'key',
  'key.allowed': 'check',
  'key.denied': 'x',
  'key.injected': 'key',
  'vault.unlocked': 'lock',
  'vault.locked': 'lock',
  'lock.created': 'lock',
  'lock.opened': 'lock',
  'lock.changed': 'lock',
  'lock.shared': 'lock',
  'lock.unshared': 'lock',
  'lock.rotated': 'lock',
  'lock.migrated': 'lock',
  'lock.accepted': 'check',
  'lock.refused': 'x',
  'memory.changed': 'file',
  'run.intended': 'clock',
  'run.ended': 'stop',
  'archive.exported': 'save',
  'archive.imported': 'folder',
};

/** The drawing of one record and how it is coloured; the words beside it say the same. */
export function recordIcon(record: AuditRecord): { icon: IconName; tone: RecordTone } {
  const { tone } = recordTitle(record);
  if (tone === 'bad') return { icon: 'warn', tone };
  const denied = record.kind === 'answer.outcome' && record.details['decision'] === 'deny';
  return { icon: denied ? 'x' : byKind[record.kind], tone };
}
