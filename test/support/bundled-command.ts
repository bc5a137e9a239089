import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import type { Disposable } from '../../src-main/base/disposable.ts';

/** The command bundled as people get it: one start takes a tenth of what it takes from the sources. */
export interface BundledCommand extends Disposable {
  /** Path of `backbone.js`. */
  readonly entry: string;
  /** Copies the bundle; its native packages are not there then. @returns path of the copied `backbone.js` */
  copyTo(place: string): string;
  dispose(): Promise<void>;
}

const root = path.join(import.meta.dirname, '../..');

/** Bundles the command as it stands, below the project, so that it finds the native packages. */
export async function bundledCommand(): Promise<BundledCommand> {
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(root, '.cache', 'command-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['better-sqlite3', 'keytar'] },
    build: {
      outDir: path.join(folder, 'dist'),
      ssr: true,
      minify: false,
      rolldownOptions: {
        input: { 'cli/backbone': path.join(root, 'src-main/cli/backbone.ts') },
        external: ['better-sqlite3', 'keytar'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  });
  // What comes with the product: scripts for agents, templates, and a page in the place of the panel.
  for (const name of ['hooks', 'assets'])
    cpSync(path.join(root, name), path.join(folder, 'dist', name), { recursive: true });
  mkdirSync(path.join(folder, 'dist/panel'));
  writeFileSync(path.join(folder, 'dist/panel/index.html'), '<!doctype html><title>Backbone</title>');
  return {
    entry: path.join(folder, 'dist/cli/backbone.js'),
    copyTo(place) {
      cpSync(path.join(folder, 'dist'), path.join(place, 'dist'), { recursive: true });
      writeFileSync(path.join(place, 'package.json'), '{"type":"module"}');
      return path.join(place, 'dist/cli/backbone.js');
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}
