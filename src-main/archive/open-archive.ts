import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import { BackboneError } from '../base/errors.ts';
import { type ArchiveLimits, inMegabytes } from './limits.ts';

/** The archive is no whole zip file. */
export function notWhole(file: string, cause: unknown): BackboneError {
  return new BackboneError(
    'invalid_input',
    `${file} is no whole zip file. Nothing was written; get it again, or ask who made it.`,
    { cause },
  );
}

function bytesOf(file: string, limit: number): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new BackboneError('invalid_input', `${file} cannot be read. Name a zip file.`, { cause: error });
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw new BackboneError('invalid_input', `${file} is no file. Name a zip file.`);
    if (found.size > limit)
      throw new BackboneError(
        'too_large',
        `${file} is larger than ${inMegabytes(limit)}, the most that is imported. Nothing was written.`,
      );
    // No more than was found: a file that grows meanwhile is cut, and then no whole zip.
    const bytes = Buffer.alloc(found.size);
    let filled = 0;
    for (let count = -1; count !== 0 && filled < bytes.length; filled += count)
      count = readSync(descriptor, bytes, filled, bytes.length - filled, null);
    return bytes.subarray(0, filled);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads a zip file as a whole. Names come as bytes and sizes unchecked, so that nothing mends or judges them before us.
 * @throws invalid_input when it is no zip file, too_large
 */
export async function openArchive(file: string, limits: ArchiveLimits): Promise<ZipFile> {
  const bytes = bytesOf(file, limits.archive);
  try {
    const zip = await fromBufferPromise(bytes, { decodeStrings: false, validateEntrySizes: false });
    // What is wrong reaches the one who reads entries; without a listener it would end the process as well.
    zip.on('error', () => undefined);
    return zip;
  } catch (error) {
    throw notWhole(file, error);
  }
}
