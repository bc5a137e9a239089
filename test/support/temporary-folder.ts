import { mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Disposable } from '../../src-main/base/disposable.ts';

export interface TemporaryFolder extends Disposable {
  /** Absolute and without symbolic links. The folder is private (0700). */
  readonly path: string;
  dispose(): Promise<void>;
}

/** Makes an empty folder; `dispose` removes it with all that is in it by then. */
export function temporaryFolder(name = 'test'): TemporaryFolder {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), `backbone-${name}-`));
  return {
    path: folder,
    // A program that is just ending may still write into it: rm tries again then.
    dispose: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}
