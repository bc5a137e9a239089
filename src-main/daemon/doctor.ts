import { existsSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { asBackboneError } from '../base/errors.ts';
import type { Check } from '../contract/system.ts';
import { checkAudit } from './doctor/audit.ts';
import { checkDatabase } from './doctor/database.ts';
import { checkDisk } from './doctor/disk.ts';
import type { Examination } from './doctor/examination.ts';
import { checkFiles } from './doctor/files.ts';
import { checkKeyring } from './doctor/keyring.ts';
import { checkRuntimes } from './doctor/runtimes.ts';
import { checkSettings } from './doctor/settings.ts';
import { checkTmux } from './doctor/tmux.ts';
import { checkVault } from './doctor/vault.ts';

const ofTheMachine: Readonly<Record<string, Examination>> = { tmux: checkTmux, runtimes: checkRuntimes };
const ofTheDirectory: Readonly<Record<string, Examination>> = {
  'data directory': checkFiles,
  disk: checkDisk,
  database: checkDatabase,
  settings: checkSettings,
  'machine key': checkKeyring,
  vault: checkVault,
  'audit log': checkAudit,
};

/** Looks at everything the daemon rests on. Never rejects, and changes nothing but modes of our own files. */
export async function runDoctor(
  folders: DataDirectory,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Check[]> {
  const checks: Check[] = [];
  // What does not exist yet is not looked into: opening it would make it.
  const exists = existsSync(folders.database) && existsSync(folders.environmentFile);
  if (!exists)
    checks.push({
      name: 'data directory',
      result: 'fail',
      says: `${folders.root} is not set up yet.`,
      mend: 'backbone init',
    });
  for (const [name, examine] of Object.entries({ ...(exists ? ofTheDirectory : {}), ...ofTheMachine })) {
    try {
      checks.push(...(await examine(folders, environment)));
    } catch (thrown) {
      checks.push({ name, result: 'fail', says: asBackboneError(thrown).message, mend: null });
    }
  }
  return checks;
}
