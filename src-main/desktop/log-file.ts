import { constants, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { ensurePrivateFolder, readPrivateFile } from '../base/private-files.ts';

/**
 * Opens a log for adding lines, for the life of the process; it is made, private, when it is missing. An app that was started by a click has no
 * terminal that would show them.
 * @throws not_private when what stands there is not a file of the person's own
 */
export function openLogFile(file: string): (line: string) => void {
  ensurePrivateFolder(path.dirname(file));
  readPrivateFile(file);
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const descriptor = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  return (line) => void writeSync(descriptor, line);
}
