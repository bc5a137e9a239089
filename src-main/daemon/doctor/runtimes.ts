import type { Check } from '../../contract/system.ts';
import { InstalledRuntimes } from '../../runtimes/installed.ts';
import { runtimes } from '../../runtimes/runtimes.ts';
import type { Examination } from './examination.ts';

/** Which agent programs are there, and whether their version is one on which answering was seen to work. */
export const checkRuntimes: Examination = async (_folders, environment) => {
  const list = await new InstalledRuntimes(Object.values(runtimes), environment).list();
  return list.map(({ label, program, installed, version, install, capabilities }): Check => {
    const name = `runtime ${label}`;
    if (!installed)
      return { name, result: 'warn', says: `${program ?? label} is not installed.`, mend: install };
    const verified = capabilities['approve']?.verifiedOn ?? null;
    if (verified !== null && version !== verified) {
      return {
        name,
        result: 'warn',
        says: `Version ${version ?? 'unknown'}; answering was verified on ${verified}.`,
        mend: 'Look at the terminal when you answer.',
      };
    }
    return { name, result: 'ok', says: version === null ? 'Installed.' : `Version ${version}.`, mend: null };
  });
};
