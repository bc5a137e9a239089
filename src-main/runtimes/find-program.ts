import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import type { Runtime } from './runtime.ts';

/**
 * Where a runtime's program is.
 * @param environment gives PATH and the variable that may name the program
 * @param node absolute path of the Node that runs our own programs
 * @returns an absolute path; null when it is not installed
 */
export function findProgram(runtime: Runtime, environment: NodeJS.ProcessEnv, node: string): string | null {
  if (runtime.bundled !== null) return node;
  const named = runtime.programVariable === null ? undefined : environment[runtime.programVariable];
  if (named !== undefined && path.isAbsolute(named) && isProgram(named)) return named;
  const name = runtime.program;
  if (name === null) return null;
  // A relative entry of PATH would mean another program in each folder.
  const folders = (environment['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, name)).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
