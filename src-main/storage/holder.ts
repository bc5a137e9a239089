import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { sideFiles } from './connection.ts';

/** A process that keeps others from writing. */
export interface Holder {
  readonly pid: number;
  /** Name of its program. */
  readonly program: string;
}

/** The process behind each exclusive lock in the text of `/proc/locks`, by inode. */
export function exclusiveLocks(locks: string): { pid: number; inode: number }[] {
  const found: { pid: number; inode: number }[] = [];
  for (const line of locks.split('\n')) {
    // 1: POSIX  ADVISORY  WRITE 1234 fe:01:131 1073741824 1073742335; a waiting one has "->" before the kind.
    const match = /^\d+: (?:POSIX|OFDLCK) +ADVISORY +WRITE +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /.exec(line);
    if (match !== null) found.push({ pid: Number(match[1]), inode: Number(match[2]) });
  }
  return found;
}

function inodeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? null;
}

/** Inodes repeat from one file system to another, so the process must have one of the files open. */
function hasOpen(pid: number, files: readonly string[]): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((descriptor) => {
      try {
        return files.includes(readlinkSync(`/proc/${pid}/fd/${descriptor}`));
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}

/** The other process that holds an exclusive lock on an SQLite file; null when there is none or the system does not tell. */
export function holderOf(file: string): Holder | null {
  try {
    const real = realpathSync(file);
    const files = [real, ...sideFiles.map((side) => real + side)];
    const inodes = new Set(files.map(inodeOf).filter((inode) => inode !== null));
    for (const { pid, inode } of exclusiveLocks(readFileSync('/proc/locks', 'utf8'))) {
      if (pid !== process.pid && inodes.has(inode) && hasOpen(pid, files)) {
        return { pid, program: programOf(pid) };
      }
    }
    return null;
  } catch {
    return null;
  }
}
