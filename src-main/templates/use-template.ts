import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { BackboneError, systemCodeOf } from '../base/errors.ts';
import type { Template } from './catalog.ts';
import { agentFile } from './manifest.ts';

export interface UsedTemplate {
  /** Names of the files in the folder. */
  readonly files: readonly string[];
  /** Removes what was made, as long as nothing else came into the folder. */
  undo(): void;
}

/** @returns whether the folder had to be made */
function emptyFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return true;
  }
  if (!found.isDirectory())
    throw new BackboneError('file_exists', `${folder} is no folder. Choose another name for the new one.`);
  if (readdirSync(folder).length > 0)
    throw new BackboneError(
      'file_exists',
      `${folder} is not empty. Nothing was written: choose a new folder for the agent.`,
    );
  return false;
}

/**
 * Makes an agent's folder out of a template. The name goes into `agent.json` and nowhere else.
 * @param folder absolute; empty or not there yet
 * @param name of the agent, as a person would say it: 1 to 100 characters, whatever they are
 * @throws file_exists, invalid_input; nothing is left behind then
 */
export function useTemplate(template: Template, folder: string, name: string): UsedTemplate {
  const parsed = agentFile.safeParse({ name, template: template.name });
  if (!parsed.success)
    throw new BackboneError('invalid_input', parsed.error.issues[0]?.message ?? 'That is no name.');
  const made: string[] = [];
  let isNew = false;
  const undo = (): void => {
    for (const file of made.splice(0)) rmSync(file, { force: true });
    if (isNew) rmdirSync(folder);
  };
  try {
    isNew = emptyFolder(folder);
    for (const source of template.sources) {
      const target = path.join(folder, path.basename(source));
      copyFileSync(source, target, constants.COPYFILE_EXCL);
      made.push(target);
      chmodSync(target, (statSync(source).mode & 0o100) === 0 ? 0o600 : 0o700);
    }
    const about = path.join(folder, 'agent.json');
    writeFileSync(about, `${JSON.stringify(parsed.data, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    made.push(about);
  } catch (error) {
    undo();
    if (error instanceof BackboneError) throw error;
    throw new BackboneError(
      'invalid_input',
      `${folder} cannot be written (${systemCodeOf(error) ?? 'unknown reason'}). Choose another place.`,
      { cause: error },
    );
  }
  return { files: made.map((file) => path.basename(file)), undo };
}
