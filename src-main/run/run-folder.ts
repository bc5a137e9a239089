import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import path from 'node:path';
import { systemCodeOf } from '../base/errors.ts';
import { ensurePrivateFolder } from '../base/private-files.ts';

/** A private folder for the length of one run. */
export interface RunFolder {
  readonly path: string;
  /** True when nothing in it reaches a disk. */
  readonly inMemory: boolean;
  remove(): void;
}

/** What `statfs` calls file systems that live in memory: tmpfs and ramfs. */
const memoryFileSystems = new Set([0x01021994, 0x858458f6]);

function isInMemory(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return process.platform === 'linux' && memoryFileSystems.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

/** Where a system may have a file system in memory, for one user or for all. */
export function memoryPlaces(environment: NodeJS.ProcessEnv): string[] {
  const runtime = environment['XDG_RUNTIME_DIR'];
  return [...(runtime !== undefined && path.isAbsolute(runtime) ? [runtime] : []), '/dev/shm'];
}

/** Which counting of processes our pid belongs to: a folder may be shared with a container that counts anew. */
function processNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemCodeOf(error) === 'ESRCH';
  }
}

/** Removes what runs left behind whose guardian was killed as well. */
function sweep(place: string, namespace: string): void {
  for (const name of readdirSync(place)) {
    const [, pid] = new RegExp(`^backbone-run-${namespace}-(\\d+)-[0-9a-f]+$`).exec(name) ?? [];
    if (pid === undefined || !isGone(Number(pid))) continue;
    const folder = path.join(place, name);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory() === true && found.uid === process.getuid?.())
      rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Starts a process that waits for our end, however it comes, and then removes the folder. It is in a session of its
 * own, so that no key of the terminal reaches it, and has nothing of our environment.
 */
function guard(folder: string): ChildProcess {
  const guardian = spawn('/bin/sh', ['-c', 'read -r _; exec rm -rf -- "$1"', 'sh', folder], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guardian.unref();
  return guardian;
}

/**
 * Makes a private folder (0700) in memory where the system has such a place, else below `fallback`. It is gone when
 * the run ends, also when this process is killed.
 * @param places absolute paths; the first that is in memory and can be written is taken
 * @param fallback absolute path of a folder of ours, made where it is missing
 * @throws not_private
 */
export function createRunFolder(places: readonly string[], fallback: string): RunFolder {
  const memory = places.find(isInMemory) ?? null;
  if (memory === null) ensurePrivateFolder(fallback);
  const place = memory ?? fallback;
  const namespace = processNamespace();
  sweep(place, namespace);
  const name = `backbone-run-${namespace}-${process.pid}-${randomBytes(8).toString('hex')}`;
  const folder = path.join(place, name);
  mkdirSync(folder, { mode: 0o700 });
  const guardian = guard(folder);
  return {
    path: folder,
    inMemory: memory !== null,
    remove() {
      rmSync(folder, { recursive: true, force: true });
      guardian.stdin?.destroy();
    },
  };
}
