import { statfsSync } from 'node:fs';
import type { Examination } from './examination.ts';

/** With less than this nothing can be recorded, so nothing can be answered. Bytes. */
const needed = 1_000_000;
const comfortable = 100_000_000;

/** Whether there is room for records. */
export const checkDisk: Examination = async (folders) => {
  const { bavail, bsize } = statfsSync(folders.root);
  const free = bavail * bsize;
  const says = `${Math.floor(free / 1_000_000)} MB are free in ${folders.root}.`;
  if (free >= comfortable) return [{ name: 'disk', result: 'ok', says, mend: null }];
  return [{ name: 'disk', result: free < needed ? 'fail' : 'warn', says, mend: 'Free some space.' }];
};
