import path from 'node:path';
import { runCommand } from '../../src-main/base/run-command.ts';

/** Seconds that a first start may wait for the download. */
export const patience = 90;

/** Lets Electron's package fetch its program, once. @returns false when that failed or took too long */
export async function fetchElectron(packageFolder: string): Promise<boolean> {
  const { status } = await runCommand(process.execPath, [path.join(packageFolder, 'install.js')], {
    environment: { ...process.env, ELECTRON_GET_NO_PROGRESS: '1' },
    timeout: patience * 1000,
  });
  return status === 0;
}
