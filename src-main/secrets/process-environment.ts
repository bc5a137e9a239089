import { readFileSync } from 'node:fs';

/** The entries of a `/proc/<pid>/environ`: `NAME=value`, each ended by NUL. Of a repeated name the first counts, as for `getenv`. */
export function parseEnvironmentBlock(block: string): Record<string, string> {
  const entries = new Map<string, string>();
  for (const entry of block.split('\0')) {
    const cut = entry.indexOf('=');
    if (cut <= 0) continue;
    const name = entry.slice(0, cut);
    if (!entries.has(name)) entries.set(name, entry.slice(cut + 1));
  }
  return Object.fromEntries(entries);
}

/**
 * The environment with which process `pid` was started.
 * @returns null when the process is gone or another user's, or the system does not tell (Linux does).
 */
export function processEnvironment(pid: number): Record<string, string> | null {
  try {
    return parseEnvironmentBlock(readFileSync(`/proc/${pid}/environ`, 'utf8'));
  } catch {
    return null;
  }
}
