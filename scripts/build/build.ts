import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemCodeOf } from '../../src-main/base/errors.ts';
import { isStale, stampName } from './freshness.ts';

export interface BuildOptions {
  readonly root: string;
  /** Do nothing when `dist/` is newer than all sources. */
  readonly ifStale: boolean;
  /** Hears one line for each part. */
  readonly say: (line: string) => void;
}

/**
 * Makes `dist/` as a whole: a half-finished build is never seen, and one that fails leaves the old one in place.
 * Rejects with what the bundler said.
 */
export async function buildAll(options: BuildOptions): Promise<void> {
  const { root, say } = options;
  const dist = path.join(root, 'dist');
  if (options.ifStale && !isStale(root, dist)) return;
  const began = Date.now();
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(root, '.cache', 'build-'));
  const fresh = path.join(folder, 'dist');
  try {
    mkdirSync(fresh);
    // The bundler takes a third of a second to load: only a build pays for it.
    const { targets } = await import('./targets.ts');
    for (const target of targets) {
      const start = performance.now();
      await target.make(root, fresh);
      say(`Built ${target.name} in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
    }
    const stamp = path.join(fresh, stampName);
    writeFileSync(stamp, '');
    // A source that changed while we built is newer than the stamp, and makes the build stale.
    utimesSync(stamp, began / 1000, began / 1000);
    replace(dist, fresh, path.join(folder, 'old'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts `fresh` in the place of `dist`, also when another build does the same at this moment. */
function replace(dist: string, fresh: string, old: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(fresh, dist);
      return;
    } catch (error) {
      const isTaken = ['ENOTEMPTY', 'EEXIST'].includes(systemCodeOf(error) ?? '');
      if (!isTaken || attempt === 10) throw error;
    }
    try {
      renameSync(dist, `${old}-${attempt}`);
    } catch (error) {
      // The other build has just taken it away.
      if (systemCodeOf(error) !== 'ENOENT') throw error;
    }
  }
}
