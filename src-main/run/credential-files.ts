import { closeSync, constants, fchmodSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes each secret into a file of its own (0600), named as the key, as systemd does for its credentials.
 * @param folder absolute path of a private folder
 */
export function writeCredentialFiles(folder: string, secrets: Readonly<Record<string, Buffer>>): void {
  for (const [name, value] of Object.entries(secrets)) {
    const descriptor = openSync(
      path.join(folder, name),
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      fchmodSync(descriptor, 0o600);
      for (let written = 0; written < value.length; ) written += writeSync(descriptor, value, written);
    } finally {
      closeSync(descriptor);
    }
  }
}
