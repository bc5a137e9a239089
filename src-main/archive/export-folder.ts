import { realpathSync, statSync } from 'node:fs';
import { ZipFile } from 'yazl';
import { BackboneError } from '../base/errors.ts';
import { collect, type LeftOut } from './collect.ts';
import { type ArchiveLimits, archiveLimits } from './limits.ts';

export interface ExportRequest {
  /** Absolute path of the agent's folder. */
  readonly folder: string;
  /** Absolute real paths of files that are passed over: the archive itself may lie in the folder. */
  readonly exceptFiles: readonly string[];
  /** Takes the bytes of the zip in order. */
  readonly write: (bytes: Uint8Array) => void;
  /** Default: `archiveLimits`. */
  readonly limits?: ArchiveLimits;
}

export interface Exported {
  /** Paths below the folder, in the order of names. */
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Of the files, unpacked. */
  readonly bytes: number;
}

/** The same for every file, so that the same folder makes the same archive. The earliest that a zip can say. */
const noTime = new Date(1980, 0, 1);

function realFolder(folder: string): string {
  try {
    const real = realpathSync(folder);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Told below, as what is there but no folder.
  }
  throw new BackboneError('invalid_input', `${folder} is no folder. Name the folder of an agent.`);
}

/**
 * Writes an agent's folder as a zip: its lock as it is sealed, and all other files but those of `left-out.ts`. Links are
 * not followed.
 * @throws invalid_input when there is nothing to write, too_large, and what `write` throws
 */
export async function exportFolder(request: ExportRequest): Promise<Exported> {
  const { exceptFiles, write, limits = archiveLimits } = request;
  const folder = realFolder(request.folder);
  const { files, leftOut } = collect(folder, exceptFiles, limits);
  if (files.length === 0)
    throw new BackboneError('invalid_input', `${folder} holds no file that can travel. Nothing was written.`);
  const zip = new ZipFile();
  for (const { name, bytes, isExecutable } of files)
    zip.addBuffer(bytes, name, {
      mtime: noTime,
      forceDosTimestamp: true,
      mode: 0o100000 | (isExecutable ? 0o700 : 0o600),
    });
  zip.end();
  let packed = 0;
  for await (const chunk of zip.outputStream) {
    const bytes = Buffer.from(chunk);
    packed += bytes.length;
    if (packed > limits.archive)
      throw new BackboneError(
        'too_large',
        `The archive of ${folder} would be larger than can be imported again. Nothing was written.`,
      );
    write(bytes);
  }
  return {
    files: files.map(({ name }) => name),
    leftOut,
    bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
  };
}
