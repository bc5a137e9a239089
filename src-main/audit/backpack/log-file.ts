import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { BackboneError, systemCodeOf } from '../../base/errors.ts';
import type { OldLine } from '../../contract/old-audit.ts';
import { readBackpackLog } from './read-log.ts';

/** Largest old log, bytes: some 100,000 events, which take most of an hour to open. */
const largest = 32 * 1024 * 1024;

/** A whole old log, opened. */
export interface OldLog {
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
  readonly bytes: number;
  /** Every line that is not empty, in order. At least one of them was read. */
  readonly lines: readonly OldLine[];
}

export interface OldLogOptions {
  /** The master key; null to try the published default key alone. */
  readonly key: string | null;
  /** Hears how much of the file was taken in, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

function tooLarge(file: string): BackboneError {
  return new BackboneError(
    'too_large',
    `${file} is larger than ${largest} bytes. Split it at line ends and import the parts one after the other.`,
  );
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    // Not waiting: a named pipe without a writer would never open.
    return await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    const says =
      systemCodeOf(cause) === 'ENOENT'
        ? `There is no file ${file}. Backpack kept its log as agent_audit.log in the folder it was run in.`
        : `${file} cannot be opened. Make it readable for you, then try again.`;
    throw new BackboneError('invalid_input', says, { cause });
  }
}

/** @throws wrong_key, invalid_input */
function assertOpened(file: string, lines: readonly OldLine[], key: string | null): void {
  if (lines.some(({ is }) => is === 'read')) return;
  const sealed = lines.filter((found) => found.is === 'unread' && found.why === 'not_opened').length;
  if (sealed > 0) {
    const tried = key === null ? 'the published default key' : 'this key or the published default key';
    throw new BackboneError(
      'wrong_key',
      `No line of ${file} opens with ${tried}: it is the wrong key, or every line was changed. Nothing was imported. Give the key that Backpack had in AGENT_MASTER_KEY.`,
    );
  }
  throw new BackboneError('invalid_input', `${file} holds no entry of Backpack 1.0. Nothing was imported.`);
}

/**
 * Reads a whole audit log of Backpack 1.0 from a file.
 * @throws wrong_key when no line opens; invalid_input when the file cannot be opened or is no such log; too_large
 */
export async function readBackpackFile(file: string, { key, onProgress }: OldLogOptions): Promise<OldLog> {
  const handle = await openFile(file);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new BackboneError('invalid_input', `${file} is not a file.`);
    if (found.size > largest) throw tooLarge(file);
    const hash = createHash('sha256');
    let bytes = 0;
    const content = async function* (): AsyncGenerator<Uint8Array> {
      const chunks: AsyncIterable<Buffer> = handle.createReadStream({ autoClose: false });
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        // It may have grown since it was measured.
        if (bytes > largest) throw tooLarge(file);
        onProgress?.(bytes / found.size);
        yield chunk;
      }
    };
    const lines: OldLine[] = [];
    for await (const line of readBackpackLog(content(), key)) lines.push(line);
    assertOpened(file, lines, key);
    return { digest: hash.digest('hex'), bytes, lines };
  } finally {
    await handle.close();
  }
}
