import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../base/disposable.ts';
import { BackboneError, systemCodeOf } from '../base/errors.ts';
import { syncFolder } from '../base/private-files.ts';

/** A private file that comes to stand under its name only once it is whole. */
export interface NewFile extends Disposable {
  /** Where it lies until it is kept. */
  readonly part: string;
  write(content: string | Uint8Array): void;
  /** Gives it its name, durably. @throws file_exists when another took the name meanwhile */
  keep(): void;
  /** Takes away what was not kept. */
  dispose(): void;
}

function exists(file: string, cause?: unknown): BackboneError {
  return new BackboneError(
    'file_exists',
    `${file} is there already. Choose another name, or overwrite it with --force.`,
    { cause },
  );
}

function cannotWrite(file: string, cause: unknown): BackboneError {
  return new BackboneError(
    'invalid_input',
    `${file} cannot be written (${systemCodeOf(cause) ?? 'unknown reason'}). Choose another place.`,
    { cause },
  );
}

/**
 * Begins a file (0600) beside its place.
 * @param overwrite whether a file of that name may be replaced
 * @throws file_exists, invalid_input when it cannot be written there
 */
export function createNewFile(file: string, overwrite: boolean): NewFile {
  if (!overwrite && lstatSync(file, { throwIfNoEntry: false }) !== undefined) throw exists(file);
  const part = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}`);
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  let descriptor: number;
  try {
    descriptor = openSync(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  } catch (error) {
    throw cannotWrite(file, error);
  }
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (systemCodeOf(error) === 'EEXIST') throw exists(file, error);
      throw cannotWrite(file, error);
    }
  };
  return {
    part,
    write: (content) =>
      guarded(() => {
        const bytes = typeof content === 'string' ? Buffer.from(content) : content;
        for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      }),
    keep: () =>
      guarded(() => {
        fsyncSync(descriptor);
        // A link, unlike a rename, never takes the place of a file.
        if (overwrite) renameSync(part, file);
        else linkSync(part, file);
        syncFolder(path.dirname(file));
      }),
    dispose() {
      closeSync(descriptor);
      rmSync(part, { force: true });
    },
  };
}
