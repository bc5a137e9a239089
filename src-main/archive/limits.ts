/** Bounds of an archive. Bytes, where nothing else is said. */
export interface ArchiveLimits {
  /** The zip itself: it is held in memory, so that it cannot change under our eyes. */
  readonly archive: number;
  /** Files and folders. */
  readonly entries: number;
  readonly file: number;
  readonly total: number;
  /** How many times larger than its packed form a file may be, once it is larger than `ratioFrom`. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

export const archiveLimits: ArchiveLimits = {
  archive: 128 * 2 ** 20,
  entries: 5000,
  file: 64 * 2 ** 20,
  total: 256 * 2 ** 20,
  ratio: 200,
  ratioFrom: 2 ** 20,
};

/** A size for people, such as `64 MB`. */
export function inMegabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 2 ** 20))} MB`;
}
