import { existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ZipFile } from 'yauzl';
import { BackboneError, systemCodeOf } from '../base/errors.ts';
import { type ArchiveLimits, archiveLimits } from './limits.ts';
import { notWhole, openArchive } from './open-archive.ts';
import { place } from './place.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import { unpack } from './unpack.ts';

export interface ImportRequest {
  /** Absolute path of the zip file. */
  readonly file: string;
  /** Absolute path of the folder to fill. It is made when it is missing; its parent must be there. */
  readonly folder: string;
  /** Whether files that are there already may be replaced. */
  readonly overwrite: boolean;
  /** Default: `archiveLimits`. */
  readonly limits?: ArchiveLimits;
}

export interface Imported {
  /** Absolute path, without symbolic links. */
  readonly folder: string;
  /** Paths below the folder, in the order of the archive. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/** The folder by its real name. Links above it are the person's own; the folder itself is no link. */
function realFolder(folder: string): string {
  let parent: string;
  try {
    parent = realpathSync(path.dirname(folder));
  } catch (error) {
    throw new BackboneError(
      'invalid_input',
      `${path.dirname(folder)} is not there. Make it first, or choose another folder.`,
      { cause: error },
    );
  }
  const real = path.join(parent, path.basename(folder));
  const found = lstatSync(real, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory())
    throw new BackboneError(
      'invalid_input',
      `${real} is ${found.isSymbolicLink() ? 'a symbolic link, which is not followed' : 'no folder'}. Name a folder.`,
    );
  return real;
}

/** What the zip library says of a damaged archive, and the disk of a full one, in our words. */
async function judging<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackboneError) throw error;
    const code = systemCodeOf(error);
    // The library that unpacks has codes that begin so.
    if (code === null || code.startsWith('Z_')) throw notWhole(file, error);
    throw new BackboneError('invalid_input', `Nothing was written: the disk refused it (${code}).`, {
      cause: error,
    });
  }
}

/** Unpacks to a private folder on the same disk, then moves: a folder that is there may be a disk of its own. */
async function unpackThenPlace(
  zip: ZipFile,
  plan: ImportPlan,
  folder: string,
  { overwrite, limits = archiveLimits }: ImportRequest,
): Promise<number> {
  const disk = existsSync(folder) ? folder : path.dirname(folder);
  const beside = mkdtempSync(path.join(disk, '.backbone-import-'));
  try {
    const fresh = path.join(beside, 'fresh');
    const aside = path.join(beside, 'replaced');
    for (const made of [fresh, aside]) mkdirSync(made, { mode: 0o700 });
    const bytes = await unpack(zip, plan, fresh, limits);
    const files = plan.files.map(({ name }) => name);
    place(fresh, folder, aside, { files, folders: plan.folders, overwrite });
    return bytes;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/**
 * Unpacks the archive of an agent, as a whole or not at all. A lock inside stays as it is sealed.
 * Files are 0600, programs 0700, folders 0700.
 * @throws unsafe_archive, too_large, file_exists, invalid_input; nothing is written then
 */
export async function importArchive(request: ImportRequest): Promise<Imported> {
  const { file, limits = archiveLimits } = request;
  const folder = realFolder(request.folder);
  const zip = await openArchive(file, limits);
  return judging(file, async () => {
    const plan = await planImport(zip, limits);
    if (plan.files.length === 0)
      throw new BackboneError('invalid_input', `${file} holds no files. Nothing was written.`);
    const bytes = await unpackThenPlace(zip, plan, folder, request);
    return { folder, files: plan.files.map(({ name }) => name), bytes };
  });
}
