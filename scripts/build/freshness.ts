import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** What `dist/` is made from, relative to the root. */
const sources = [
  'src-main',
  'src-preload',
  'src-renderer',
  'hooks',
  'assets',
  'scripts/build',
  'scripts/build.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** Newest change in `place`, epoch milliseconds; 0 when it does not exist. A folder counts too: that is how a removed file shows. */
function newestIn(place: string): number {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(place).reduce(
    (newest, name) => Math.max(newest, newestIn(path.join(place, name))),
    found.mtimeMs,
  );
}

/** Name of the empty file in `dist/` whose time says how new the sources were. */
export const stampName = '.built';

/** Newest change of all sources, epoch milliseconds. */
export function newestSource(root: string): number {
  return Math.max(...sources.map((source) => newestIn(path.join(root, source))));
}

/** True when there is no finished build, or a source changed after it began. */
export function isStale(root: string, dist: string): boolean {
  const stamp = statSync(path.join(dist, stampName), { throwIfNoEntry: false });
  return stamp === undefined || newestSource(root) > stamp.mtimeMs;
}
