import { type Definition, group } from '../define.ts';
import { auditArchive } from './audit/archive.ts';
import { auditExport } from './audit/export.ts';
import { auditImport } from './audit/import.ts';
import { auditList } from './audit/list.ts';
import { auditRestart } from './audit/restart.ts';
import { auditShow } from './audit/show.ts';
import { auditTail } from './audit/tail.ts';
import { auditVerify } from './audit/verify.ts';

export const auditCommands: Definition = (parent, context) => {
  const audit = group(parent, 'audit', 'Reads, verifies and exports the record of every act.');
  for (const define of [
    auditList,
    auditShow,
    auditTail,
    auditVerify,
    auditExport,
    auditArchive,
    auditImport,
    auditRestart,
  ])
    define(audit, context);
};
