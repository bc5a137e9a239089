import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** How GNOME Keyring begins a file whose password is empty: its items stand in it as they are. Sealed ones begin with `GnomeKeyring`. */
const plainStart = '[keyring]';

function startOf(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(plainStart.length);
      return bytes.toString('latin1', 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

function defaultKeyring(folder: string): string {
  try {
    return readFileSync(path.join(folder, 'default'), 'utf8').trim() || 'login';
  } catch {
    return 'login';
  }
}

/**
 * The file of the default keyring when it keeps its items in plain text (GNOME Keyring with an empty password).
 * @returns null when it does not, or there is no such file
 */
export function plaintextKeyring(environment: NodeJS.ProcessEnv): string | null {
  const named = environment['XDG_DATA_HOME'] ?? '';
  const data = path.isAbsolute(named)
    ? named
    : path.join(environment['HOME'] ?? homedir(), '.local', 'share');
  const folder = path.join(data, 'keyrings');
  const name = defaultKeyring(folder);
  if (name.includes('/')) return null;
  const file = path.join(folder, `${name}.keyring`);
  return startOf(file) === plainStart ? file : null;
}
