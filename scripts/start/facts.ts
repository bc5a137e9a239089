import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** What decides whether the desktop window can be opened on this machine. */
export interface Facts {
  readonly platform: NodeJS.Platform;
  /** Null where users have no number. */
  readonly uid: number | null;
  /** Something can be drawn on; a browser could show itself too. */
  readonly hasScreen: boolean;
  /** The kernel lets Chromium lock its renderers away. */
  readonly canSandbox: boolean;
}

/** Settings of Linux that keep ordinary users from making the namespaces Chromium's sandbox is built of, with that value. */
const obstacles: readonly [file: string, value: string][] = [
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['/proc/sys/user/max_user_namespaces', '0'],
];

function reads(file: string, value: string): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === value;
  } catch {
    return false;
  }
}

/** The helper beside Electron that makes a sandbox where the kernel does not: it must be root's, and setuid. */
function hasSandboxHelper(electronFolder: string): boolean {
  const helper = statSync(path.join(electronFolder, 'chrome-sandbox'), { throwIfNoEntry: false });
  return helper !== undefined && helper.uid === 0 && (helper.mode & 0o4001) === 0o4001;
}

/** @param electronFolder where Electron's program is, or will be */
export function gatherFacts(electronFolder: string, environment: NodeJS.ProcessEnv): Facts {
  const { platform } = process;
  const isLinux = platform === 'linux';
  const display = environment['WAYLAND_DISPLAY'] ?? environment['DISPLAY'] ?? '';
  return {
    platform,
    uid: process.getuid?.() ?? null,
    hasScreen: !isLinux || display !== '',
    canSandbox:
      !isLinux || hasSandboxHelper(electronFolder) || !obstacles.some(([file, value]) => reads(file, value)),
  };
}

/** Folder of Electron's program: the override that Electron itself knows, else the one in its package. */
export function electronFolder(packageFolder: string, environment: NodeJS.ProcessEnv): string {
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'] ?? '';
  return override === '' ? path.join(packageFolder, 'dist') : override;
}

const programs: { readonly [P in NodeJS.Platform]?: string } = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** Absolute path of Electron's program; null when it has not been fetched. Nothing is downloaded by looking. */
export function findElectron(folder: string): string | null {
  const program = path.join(folder, programs[process.platform] ?? 'electron');
  return existsSync(program) ? program : null;
}
