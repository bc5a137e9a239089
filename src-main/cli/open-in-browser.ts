import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writePrivateFile } from '../base/private-files.ts';

/** Milliseconds after which a browser that is still starting counts as opened. */
const patience = 5000;

/** The program that opens an address; null where no browser could show itself. */
function opener(environment: NodeJS.ProcessEnv): string | null {
  if (process.platform === 'darwin') return 'open';
  return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? 'xdg-open' : null;
}

/**
 * Opens the panel in the person's browser. The key in the address must not stand in a process's arguments, where every
 * user of the machine can read it: a private page in `folder` leads there.
 * @returns false when no browser could be opened
 */
export async function openInBrowser(
  folder: string,
  address: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  const program = opener(environment);
  if (program === null) return false;
  const page = path.join(folder, 'panel.html');
  const target = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  writePrivateFile(page, `<!doctype html><meta http-equiv="refresh" content="0;url=${target}">\n`);
  return new Promise((resolve) => {
    const child = spawn(program, [pathToFileURL(page).href], {
      detached: true,
      stdio: 'ignore',
      env: environment,
    });
    const timer = setTimeout(() => resolve(true), patience);
    const finish = (opened: boolean): void => {
      clearTimeout(timer);
      resolve(opened);
    };
    child.once('error', () => finish(false));
    child.once('exit', (status) => finish(status === 0));
    child.unref();
  });
}
