import { BackboneError } from '../base/errors.ts';
import type { Connection } from './connection.ts';

/** How many steps of the schema the database has taken. */
function versionOf(connection: Connection): number {
  return Number(connection.pragma('user_version', { simple: true }));
}

/**
 * Takes the steps that `connection` has not taken yet, all or none; another process may do the same at once.
 * @param marker a table that every version of this schema has; null when that is not looked at
 * @throws storage_failed when the database was made by a newer Backbone; as SQLite does when the marker is missing
 */
export function migrate(connection: Connection, migrations: readonly string[], marker: string | null): void {
  // Another database in this one's place has versions of its own, which say nothing.
  if (marker !== null && versionOf(connection) > 0)
    connection.prepare(`select 1 from "${marker}" limit 1`).get();
  const takeSteps = connection.transaction(() => {
    const version = versionOf(connection);
    if (version > migrations.length) {
      throw new BackboneError(
        'storage_failed',
        `${connection.name} was made by a newer Backbone (schema ${version}, this one knows ${migrations.length}). Install that version or a later one.`,
      );
    }
    for (const step of migrations.slice(version)) connection.exec(step);
    connection.pragma(`user_version = ${migrations.length}`);
  });
  if (versionOf(connection) !== migrations.length) takeSteps.immediate();
}
