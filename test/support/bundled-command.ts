import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../../src-main/base/disposable.ts';
import { bundle } from './bundle.ts';

/** The command bundled as people get it: one start takes a tenth of what it takes from the sources. */
export interface BundledCommand extends Disposable {
  /** Path of `backbone.js`. */
  readonly entry: string;
  /** Copies the bundle; its native packages are not there then. @returns path of the copied `backbone.js` */
  copyTo(place: string): string;
  dispose(): Promise<void>;
}

const root = path.join(import.meta.dirname, '../..');

/** Bundles the command as it stands, with all that comes with the product. */
export async function bundledCommand(): Promise<BundledCommand> {
  const { folder, dispose } = await bundle({ 'cli/backbone': 'src-main/cli/backbone.ts' });
  // What comes with the product: scripts for agents, templates, and a page in the place of the panel.
  for (const name of ['hooks', 'assets'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  mkdirSync(path.join(folder, 'panel'));
  writeFileSync(path.join(folder, 'panel/index.html'), '<!doctype html><title>Backbone</title>');
  return {
    entry: path.join(folder, 'cli/backbone.js'),
    copyTo(place) {
      cpSync(folder, path.join(place, 'dist'), { recursive: true });
      writeFileSync(path.join(place, 'package.json'), '{"type":"module"}');
      return path.join(place, 'dist/cli/backbone.js');
    },
    dispose,
  };
}
