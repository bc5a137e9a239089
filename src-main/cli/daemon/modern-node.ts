import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { BackboneError } from '../../base/errors.ts';
import { runInTerminal } from '../run-in-terminal.ts';

/** The native interface that better-sqlite3 is built for. An older Node dies of it without a word. */
const neededInterface = 10;
const neededMajor = 24;

function tooOld(cause: unknown): BackboneError {
  return new BackboneError(
    'node_too_old',
    `This needs Node ${neededMajor} or newer; you run ${process.version}. Install it and try again.`,
    { cause },
  );
}

const manifest = z.object({ version: z.string() });

/** Packages that hold a Node for this kind of machine: optionalDependencies in package.json. */
const packages = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];

/** The Node that the project brings along. @throws node_too_old when there is none, or it is too old itself */
function nodeOfProject(): string {
  const { resolve } = createRequire(import.meta.url);
  let cause: unknown = null;
  for (const name of packages) {
    try {
      const file = resolve(`${name}/package.json`);
      const { version } = manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
      if (Number.parseInt(version, 10) >= neededMajor) return path.join(path.dirname(file), 'bin', 'node');
    } catch (error) {
      cause = error;
    }
  }
  throw tooOld(cause);
}

/**
 * To be called before anything that loads the database. On a Node that can, it does nothing; else this whole command
 * runs again on the project's own Node, and the process ends with its status.
 * @throws node_too_old
 */
export async function needModernNode(): Promise<void> {
  if (Number(process.versions['napi']) >= neededInterface) return;
  const args = process.argv.slice(1);
  process.exit(await runInTerminal({ program: nodeOfProject(), args, environment: process.env }, tooOld));
}
