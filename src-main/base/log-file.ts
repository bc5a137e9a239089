import { constants, openSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { ensurePrivateFolder, readPrivateFile } from './private-files.ts';

/** A log that is longer than this when it is opened becomes the one before, and a new one begins. Bytes. */
const longest = 5_000_000;

/**
 * Opens a log for adding lines, for the life of the process; it is made, private, when it is missing. The one before
 * it is kept beside it as `<file>.1`.
 * @throws not_private when what stands there is not a file of the person's own
 */
export function openLogFile(file: string): (line: string) => void {
  ensurePrivateFolder(path.dirname(file));
  if ((readPrivateFile(file)?.length ?? 0) > longest) renameSync(file, `${file}.1`);
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const descriptor = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  return (line) => void writeSync(descriptor, line);
}
