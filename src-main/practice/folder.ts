import { closeSync, constants, existsSync, openSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The file that `name` means below `folder`, and whether it is there already.
 * @returns null when it is outside of the folder, by its name or by a link on the way
 */
export function fileInside(
  folder: string,
  name: string,
): { readonly file: string; readonly change: 'created' | 'changed' } | null {
  const root = realpathSync(folder);
  const file = path.resolve(root, name);
  const inside = (place: string): boolean => place === root || place.startsWith(`${root}${path.sep}`);
  if (file === root || !inside(file)) return null;
  const parent = path.dirname(file);
  if (!existsSync(parent) || !inside(realpathSync(parent))) return null;
  return { file, change: existsSync(file) ? 'changed' : 'created' };
}

/** Writes a file that `fileInside` gave; throws when it is a link. */
export function writeInside(file: string, text: string): void {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  const descriptor = openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o644);
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}
