import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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

/** Puts `fresh` in the place of `dist`, whatever another build does at the same time. */
function replace(dist: string, fresh: string, old: string): void {
  try {
    renameSync(dist, old);
  } catch {
    // There was none, or another build is just replacing it.
    rmSync(dist, { recursive: true, force: true });
  }
  renameSync(fresh, dist);
}
