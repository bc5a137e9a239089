import { closeSync, constants, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { ZipFile } from 'yauzl';
import { BackboneError } from '../base/errors.ts';
import { type ArchiveLimits, inMegabytes } from './limits.ts';
import { type ImportPlan, type PlannedFile, unsafe } from './plan-import.ts';

/** Counts what comes out of an archive; sizes that it declares are only believed when they turn out true. */
class Meter {
  readonly #limits: ArchiveLimits;
  #total = 0;

  constructor(limits: ArchiveLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** @param soFar bytes of this file, with these */
  count(bytes: number, soFar: number, { name, entry }: PlannedFile): void {
    const { file, total, ratio, ratioFrom } = this.#limits;
    this.#total += bytes;
    if (soFar > entry.uncompressedSize) throw unsafe(name, 'is larger than the archive says');
    if (soFar > file || this.#total > total)
      throw new BackboneError(
        'too_large',
        `The archive unpacks to more than ${inMegabytes(soFar > file ? file : total)}. Nothing was written.`,
      );
    if (soFar > ratioFrom && soFar > ratio * Math.max(1, entry.compressedSize))
      throw unsafe(name, `unpacks to more than ${ratio} times its packed size, as only a trap does`);
  }
}

async function unpackFile(zip: ZipFile, file: PlannedFile, folder: string, meter: Meter): Promise<void> {
  const { entry, name } = file;
  const target = path.join(folder, ...name.split('/'));
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const descriptor = openSync(
    target,
    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
    file.isExecutable ? 0o700 : 0o600,
  );
  try {
    let size = 0;
    let sum = 0;
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      meter.count(chunk.length, size, file);
      sum = crc32(chunk, sum);
      for (let written = 0; written < chunk.length; ) written += writeSync(descriptor, chunk, written);
    }
    if (size !== entry.uncompressedSize || sum !== entry.crc32) throw unsafe(name, 'is damaged');
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Unpacks everything planned into an empty private folder: folders 0700, files 0600, or 0700 when they were programs.
 * @returns the bytes written
 * @throws unsafe_archive, too_large; whatever the zip library or the disk throws
 */
export async function unpack(
  zip: ZipFile,
  plan: ImportPlan,
  folder: string,
  limits: ArchiveLimits,
): Promise<number> {
  for (const name of plan.folders)
    mkdirSync(path.join(folder, ...name.split('/')), { recursive: true, mode: 0o700 });
  const meter = new Meter(limits);
  for (const file of plan.files) await unpackFile(zip, file, folder, meter);
  return meter.total;
}
