import { openDatabase } from '../../storage/database.ts';
import type { Examination } from './examination.ts';

/** A person waits for the answer: a lock that is not given free within this time is named. Milliseconds. */
const patience = 2_000;

/** Whether the database can be written, now; who holds it, when it cannot. */
export const checkDatabase: Examination = async (folders) => {
  const database = await openDatabase(folders.database, { bound: patience });
  try {
    // Takes the lock for writing and gives it back: a database that can only be read fails here.
    await database.write((connection) => connection.pragma('user_version'));
    const [integrity] = database.read((connection) => [connection.pragma('quick_check', { simple: true })]);
    if (integrity === 'ok')
      return [{ name: 'database', result: 'ok', says: 'It can be written.', mend: null }];
    return [
      {
        name: 'database',
        result: 'fail',
        says: `It is damaged: ${String(integrity).slice(0, 200)}`,
        mend: 'Restore backbone.db from a backup.',
      },
    ];
  } finally {
    await database.dispose();
  }
};
