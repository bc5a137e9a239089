import { BackboneError } from '../base/errors.ts';
import { plainLine } from '../base/plain-text.ts';

/** Largest lock, bytes of the file. */
export const largestLock = 4 * 1024 * 1024;

/** A path as it stands in a line for people. */
export function shownFile(file: string): string {
  return plainLine(file, 300);
}

/** @param what the part that is not whole: one sentence, nothing of what is inside */
export function corrupted(file: string, what: string): BackboneError {
  return new BackboneError(
    'lock_corrupted',
    `${shownFile(file)} cannot be used: ${what} Take it from a backup, from git or from who sent it.`,
  );
}

export function tooLarge(file: string): BackboneError {
  return new BackboneError(
    'too_large',
    `${shownFile(file)} has more than ${largestLock} bytes, and no lock may. Take something out of its memory.`,
  );
}
