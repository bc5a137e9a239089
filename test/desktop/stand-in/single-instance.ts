import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../../../src-main/base/disposable.ts';
import { systemCodeOf } from '../../../src-main/base/errors.ts';

/**
 * One process for each profile folder. The first one holds it and hears what later ones bring.
 * @returns null for a later one, whose `data` has been handed over
 */
export function holdProfile(
  profile: string,
  data: unknown,
  heard: (data: unknown) => void,
): Disposable | null {
  const folder = path.join(profile, 'stand-in-instance');
  try {
    mkdirSync(folder);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    // Renamed into place, so that the first process never reads a half of it.
    const unfinished = path.join(profile, `stand-in-${process.pid}`);
    writeFileSync(unfinished, JSON.stringify(data));
    renameSync(unfinished, path.join(folder, `${process.pid}.json`));
    return null;
  }
  const watcher = watch(folder, { persistent: false }, () => {
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name);
      const brought: unknown = JSON.parse(readFileSync(file, 'utf8'));
      rmSync(file);
      heard(brought);
    }
  });
  return {
    dispose: () => {
      watcher.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
