import path from 'node:path';
import { BackboneError } from '../../src-main/base/errors.ts';
import { runInTerminal } from '../../src-main/cli/run-in-terminal.ts';

/**
 * Builds what is stale in a process of its own: the bundler changes the environment of the one it runs in, and ours
 * is what agents inherit.
 * @returns its exit status
 */
export function buildApart(root: string, flags: readonly string[] = []): Promise<number> {
  const args = [path.join(root, 'scripts/build.ts'), '--if-stale', ...flags];
  return runInTerminal(
    { program: process.execPath, args, environment: process.env },
    (cause) => new BackboneError('internal', 'The build cannot be started.', { cause }),
  );
}
