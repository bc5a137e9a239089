import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../../src-main/base/disposable.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

/** Holds up the loader of a launch, so that a test can look at what is there meanwhile. */
export interface LoaderGate extends Disposable {
  /** Put it first on the PATH of the daemon under test: holds a program `id`, which the loader asks. */
  readonly folder: string;
  close(): void;
  /** Resolves once a loader stands before the closed gate. */
  reached(): Promise<void>;
  open(): void;
  dispose(): Promise<void>;
}

export function loaderGate(): LoaderGate {
  const root = temporaryFolder('gate');
  const folder = path.join(root.path, 'bin');
  const closed = path.join(root.path, 'closed');
  const waiting = path.join(root.path, 'waiting');
  const program = path.join(folder, 'id');
  mkdirSync(folder);
  writeFileSync(
    program,
    `#!/bin/sh
[ -e '${closed}' ] && : >'${waiting}'
while [ -e '${closed}' ]; do sleep 0.02; done
PATH=/usr/bin:/bin exec id "$@"
`,
  );
  chmodSync(program, 0o755);
  const open = (): void => rmSync(closed, { force: true });
  return {
    folder,
    close() {
      rmSync(waiting, { force: true });
      writeFileSync(closed, '');
    },
    async reached() {
      await waitUntil('the loader is held up', () => existsSync(waiting));
    },
    open,
    dispose: () => {
      open();
      return root.dispose();
    },
  };
}
