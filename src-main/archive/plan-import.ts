import type { Entry, ZipFile } from 'yauzl';
import { BackboneError } from '../base/errors.ts';
import { plainLine } from '../base/plain-text.ts';
import { entryNameProblem } from './entry-name.ts';
import { type ArchiveLimits, inMegabytes } from './limits.ts';
import { type NamesSeen, namesSeen } from './names-seen.ts';

/** A file that will be unpacked. */
export interface PlannedFile {
  /** Path below the folder, parts joined by `/`. */
  readonly name: string;
  readonly isExecutable: boolean;
  readonly entry: Entry;
}

/** What an archive holds, every name judged. */
export interface ImportPlan {
  readonly files: readonly PlannedFile[];
  /** Folders that are named, also empty ones. */
  readonly folders: readonly string[];
}

/** Kinds of a Unix mode, above its permissions. */
const kindMask = 0o170000;
const kinds: Readonly<Record<number, string>> = {
  0o120000: 'is a symbolic link',
  0o020000: 'is a device',
  0o060000: 'is a device',
  0o010000: 'is a named pipe',
  0o140000: 'is a socket',
};
const folderKind = 0o040000;
const fileKind = 0o100000;

export function unsafe(name: string, problem: string): BackboneError {
  return new BackboneError(
    'unsafe_archive',
    `"${plainLine(name, 120)}" in the archive ${problem}. Nothing was written.`,
  );
}

/** @throws unsafe_archive for a name that is no UTF-8 */
function decoded(raw: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw unsafe(raw.toString('latin1'), 'has a name that is not UTF-8');
  }
}

/** A second name for the same entry, which other programs would take. @returns null when there is none */
function otherName(entry: Entry): string | null {
  const field = entry.extraFields.find(({ id }) => id === 0x7075);
  return field === undefined ? null : decoded(field.data.subarray(5));
}

function kindOf(entry: Entry, name: string): 'file' | 'folder' {
  const kind = (entry.externalFileAttributes >>> 16) & kindMask;
  if (kind !== 0 && kind !== fileKind && kind !== folderKind)
    throw unsafe(name, kinds[kind] ?? 'is neither a file nor a folder');
  const isFolder = name.endsWith('/');
  if (kind !== 0 && isFolder !== (kind === folderKind)) throw unsafe(name, 'is a file and a folder at once');
  return isFolder ? 'folder' : 'file';
}

/** What the entry says before its bytes must be what the archive's own table says, or two programs unpack two things. */
async function checkLocal(zip: ZipFile, entry: Entry, name: string): Promise<{ start: number; end: number }> {
  const local = await zip.readLocalFileHeaderPromise(entry);
  const isSame =
    local.fileName.equals(entry.fileNameRaw) &&
    local.compressionMethod === entry.compressionMethod &&
    local.generalPurposeBitFlag === entry.generalPurposeBitFlag;
  if (!isSame) throw unsafe(name, 'is called or packed otherwise in the table of the archive');
  return { start: entry.relativeOffsetOfLocalHeader, end: local.fileDataStart + entry.compressedSize };
}

/** Judges one entry by itself and beside the others. */
function judged(entry: Entry, seen: NamesSeen, limits: ArchiveLimits): PlannedFile | string {
  const whole = decoded(entry.fileNameRaw);
  const kind = kindOf(entry, whole);
  const name = kind === 'folder' ? whole.slice(0, -1) : whole;
  const other = otherName(entry);
  if (other !== null && other !== whole) throw unsafe(whole, 'has two names');
  const problem = entryNameProblem(name) ?? seen.add(name, kind);
  if (problem !== null) throw unsafe(whole, problem);
  if (!entry.canDecodeFileData()) throw unsafe(name, 'is encrypted, or packed in a way that is not known');
  if (kind === 'folder') {
    if (entry.uncompressedSize > 0) throw unsafe(name, 'is a folder with bytes of its own');
    return name;
  }
  if (entry.uncompressedSize > limits.file)
    throw new BackboneError(
      'too_large',
      `"${plainLine(name, 120)}" in the archive is larger than ${inMegabytes(limits.file)}. Nothing was written.`,
    );
  return { name, isExecutable: ((entry.externalFileAttributes >>> 16) & 0o100) !== 0, entry };
}

/**
 * Looks at every entry of an archive before anything is unpacked.
 * @throws unsafe_archive, too_large; whatever the zip library throws at a damaged archive
 */
export async function planImport(zip: ZipFile, limits: ArchiveLimits): Promise<ImportPlan> {
  if (zip.entryCount > limits.entries)
    throw new BackboneError(
      'too_large',
      `The archive holds more than ${limits.entries} files, the most that are imported. Nothing was written.`,
    );
  const seen = namesSeen();
  const files: PlannedFile[] = [];
  const folders: string[] = [];
  const ranges: { start: number; end: number; name: string }[] = [];
  for await (const entry of zip.eachEntry()) {
    const found = judged(entry, seen, limits);
    const name = typeof found === 'string' ? found : found.name;
    ranges.push({ ...(await checkLocal(zip, entry, name)), name });
    if (typeof found === 'string') folders.push(found);
    else files.push(found);
  }
  ranges.sort((a, b) => a.start - b.start);
  ranges.forEach((range, index) => {
    if (index > 0 && range.start < (ranges[index - 1]?.end ?? 0))
      throw unsafe(range.name, 'shares its bytes with another file');
  });
  return { files, folders };
}
