import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writePrivateFile } from '../base/private-files.ts';

/**
 * Puts the scripts that agents run into the data directory, each replaced as a whole: an agent may be running one.
 * @param from folder of the scripts as they come with the product
 */
export function installHooks(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.md')) continue;
    const file = path.join(to, entry.name);
    writePrivateFile(file, readFileSync(path.join(from, entry.name)));
    chmodSync(file, 0o700);
  }
}
