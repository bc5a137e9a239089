import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { BackboneError } from '../base/errors.ts';
import { plainLine } from '../base/plain-text.ts';
import { firstLine, type Interpreter, interpreterByExtension, interpreterInLine } from './interpreter.ts';

/** A program as the system is asked to run it. */
export interface Program {
  /** Absolute path of what is executed: the program itself, or its interpreter. */
  readonly file: string;
  /** What it sees as its own name: the word that was typed. */
  readonly argv0: string;
  readonly args: readonly string[];
}

/** Where a program is looked for. */
export interface Whereabouts {
  /** Absolute; where it will run. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Where `execvp` looks when there is no PATH. */
const usualPath = '/bin:/usr/bin';

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return isFile(file);
  } catch {
    return false;
  }
}

/** Absolute path of the executable of that name on PATH; null for none. */
function onPath(name: string, { folder, environment }: Whereabouts): string | null {
  const places = (environment['PATH'] ?? usualPath).split(':');
  const files = places.map((place) => path.resolve(folder, place, name));
  return files.find(isExecutable) ?? null;
}

function shown(word: string): string {
  return plainLine(word, 200);
}

function missing(word: string, folder: string): BackboneError {
  const here = isFile(path.join(folder, word)) ? ` A file of that name is here: run ./${shown(word)}` : '';
  return new BackboneError('program_missing', `There is no program "${shown(word)}" on the PATH.${here}`);
}

/** The file that `word` means. @throws program_missing, program_not_executable */
function find(word: string, where: Whereabouts): string {
  if (!word.includes('/')) {
    const found = onPath(word, where);
    if (found !== null) return found;
    const here = path.join(where.folder, word);
    if (interpreterByExtension(here) !== null && isFile(here)) return here;
    throw missing(word, where.folder);
  }
  const file = path.resolve(where.folder, word);
  let found: ReturnType<typeof statSync> | undefined;
  try {
    found = statSync(file, { throwIfNoEntry: false });
  } catch {
    // A folder on the way that cannot be entered, or is none.
  }
  if (found === undefined) throw new BackboneError('program_missing', `There is no file ${shown(word)}.`);
  if (!found.isFile())
    throw new BackboneError('program_not_executable', `${shown(word)} is not a file, so it cannot be run.`);
  return file;
}

/** The interpreter as a program that runs the script. @throws program_missing, program_not_executable */
async function interpreted(
  interpreter: Interpreter,
  script: string,
  rest: readonly string[],
  where: Whereabouts,
): Promise<Program> {
  const { word, args } = interpreter;
  const file = word.includes('/') ? path.resolve(where.folder, word) : onPath(word, where);
  if (file === null || !isExecutable(file)) {
    throw new BackboneError(
      'program_missing',
      `${shown(script)} is run by ${shown(word)}, which is not installed.`,
    );
  }
  await interpreter.check?.(file, where.environment);
  // A name that begins with "-" would be an option of the interpreter.
  const named = script.includes('/') ? script : `./${script}`;
  return { file, argv0: word, args: [...args, named, ...rest] };
}

/**
 * Finds out what to execute for a command line, without any shell. An executable runs as it is; of any other file the
 * first line (`#!`) or the extension says what runs it.
 * @param argv the program and its arguments, which are never changed
 * @throws program_missing, program_not_executable
 */
export async function resolveProgram(argv: readonly string[], where: Whereabouts): Promise<Program> {
  const [word = '', ...rest] = argv;
  if (word === '') throw new BackboneError('program_missing', 'The name of the program is empty.');
  const file = find(word, where);
  const named = interpreterInLine(firstLine(file));
  if (isExecutable(file)) {
    // Said here, because the system only says that "the file" is missing.
    if (named !== null && !isExecutable(path.resolve(where.folder, named.word))) {
      throw new BackboneError(
        'program_not_executable',
        `${shown(word)} wants to be run by ${shown(named.word)}, which is not there.`,
      );
    }
    return { file, argv0: word, args: rest };
  }
  const interpreter = named ?? interpreterByExtension(file);
  if (interpreter !== null) return interpreted(interpreter, word, rest, where);
  throw new BackboneError(
    'program_not_executable',
    `${shown(word)} is not executable. Run chmod +x on it, or name the program that runs it.`,
  );
}
