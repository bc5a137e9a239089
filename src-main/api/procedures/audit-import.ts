import type { AuditLog } from '../../audit/audit-log.ts';
import { backpackImport } from '../../audit/backpack/import-log.ts';
import type { AuditReader } from '../../audit/reader.ts';
import type { Implementations } from '../doors.ts';
import { actorOf } from './actor-of.ts';

/** Old logs are recorded in the name of the person who brings them. */
export function auditImportImplementations(
  audit: Pick<AuditLog, 'append'>,
  reader: Pick<AuditReader, 'list'>,
): Pick<Implementations, 'audit.import'> {
  const take = backpackImport(audit, reader);
  return { 'audit.import': (input, caller) => take(input, actorOf(caller)) };
}
