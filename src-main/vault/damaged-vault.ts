import { BackboneError } from '../base/errors.ts';

/** @param what what is so of `file`, as `is gone` */
export function damagedVault(file: string, what: string, cause?: unknown): BackboneError {
  return new BackboneError('lock_corrupted', `${file} ${what}. Put it back from a backup.`, { cause });
}
