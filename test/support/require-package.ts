import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/** Debian package to the programs by which it is known, best first. `scripts/setup.sh` installs all of them. */
const programs = {
  tmux: ['tmux'],
  chromium: [
    'chromium',
    'chromium-browser',
    'google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  git: ['git'],
  age: ['age'],
  curl: ['curl'],
  python3: ['python3'],
  procps: ['ps'],
  'util-linux': ['setsid'],
  xvfb: ['xvfb-run'],
  xauth: ['xauth'],
  'dbus-daemon': ['dbus-run-session'],
  'gnome-keyring': ['gnome-keyring-daemon'],
} as const satisfies Record<string, readonly string[]>;

export type SystemPackage = keyof typeof programs;

export const systemPackages: readonly string[] = Object.keys(programs);

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Absolute path of `program` in `searchPath`; null when it is not there. */
export function findProgram(program: string, searchPath = process.env['PATH'] ?? ''): string | null {
  if (path.isAbsolute(program)) return existsSync(program) ? program : null;
  const candidates = searchPath
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, program));
  return candidates.find(isExecutable) ?? null;
}

/**
 * Absolute path of the package's program.
 * @throws an Error that names the package, so that a test which needs it fails instead of being skipped.
 */
export function requirePackage(name: SystemPackage, searchPath = process.env['PATH'] ?? ''): string {
  for (const program of programs[name]) {
    const found = findProgram(program, searchPath);
    if (found !== null) return found;
  }
  throw new Error(`This test needs the Debian package "${name}". "npm run setup" names and installs it.`);
}
