import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import type { Disposable } from '../../src-main/base/disposable.ts';

export interface Bundle extends Disposable {
  /** Holds `NAME.js` for each program that was bundled. */
  readonly folder: string;
  dispose(): Promise<void>;
}

const root = path.join(import.meta.dirname, '../..');
const native = ['better-sqlite3', 'keytar', 'node-pty'];

/**
 * Bundles programs as they stand, below the project, so that they find the native packages: one start takes a part
 * of what it takes from the sources.
 * @param programs where each one lies, relative to the project, by its name in the bundle
 */
export async function bundle(programs: Readonly<Record<string, string>>): Promise<Bundle> {
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const place = mkdtempSync(path.join(root, '.cache', 'bundle-'));
  const folder = path.join(place, 'dist');
  const input = Object.fromEntries(
    Object.entries(programs).map(([name, file]) => [name, path.join(root, file)]),
  );
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: native },
    build: {
      outDir: folder,
      ssr: true,
      minify: false,
      rolldownOptions: {
        input,
        external: native,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  });
  return { folder, dispose: () => rm(place, { recursive: true, force: true }) };
}
