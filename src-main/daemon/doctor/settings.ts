import { systemClock } from '../../base/clock.ts';
import { createSettings } from '../../settings/settings.ts';
import { openDatabase } from '../../storage/database.ts';
import type { Examination } from './examination.ts';

/** Stored settings that are ignored because they have another form than needed. */
export const checkSettings: Examination = async (folders) => {
  const database = await openDatabase(folders.database, { bound: 2_000 });
  try {
    const problems = createSettings(database, systemClock).problems();
    if (problems.length === 0)
      return [{ name: 'settings', result: 'ok', says: 'All stored values are valid.', mend: null }];
    return problems.map((says) => ({
      name: 'settings',
      result: 'warn' as const,
      says,
      mend: 'backbone config unset KEY',
    }));
  } finally {
    await database.dispose();
  }
};
