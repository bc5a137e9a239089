import type { Check } from '../../contract/system.ts';
import { examineAudit, hasAudit } from '../stored-audit.ts';
import type { Examination } from './examination.ts';

const name = 'audit log';
const mend =
  'backbone audit verify names the first bad entry; backbone audit restart sets this log aside and begins a new one';

/** Whether the chain of the audit log is whole. */
export const checkAudit: Examination = async (folders) => {
  if (!hasAudit(folders)) {
    return [{ name, result: 'ok', says: 'It begins with the first start of the daemon.', mend: null }];
  }
  const { says, verification } = await examineAudit(folders);
  if (says !== null) return [{ name, result: 'fail', says, mend }];
  return [
    { name, result: 'ok', says: `The chain is whole: records ${verification?.records ?? 0}.`, mend: null },
  ];
};

/** What only the daemon knows: that the last entry could not be recorded. */
export function checkWriting({ state, says }: { state: string; says: string | null }): Check[] {
  if (state !== 'unwritable') return [];
  return [{ name, result: 'fail', says: says ?? 'It cannot be written.', mend: null }];
}
