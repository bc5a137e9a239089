import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { BackboneError } from '../base/errors.ts';
import { runCommand } from '../base/run-command.ts';

/** What runs a script. */
export interface Interpreter {
  /** A path, or a name on PATH. */
  readonly word: string;
  /** What stands before the script. */
  readonly args: readonly string[];
  /** Whether the one that was found can run such a script. @throws program_not_executable */
  check?(file: string, environment: NodeJS.ProcessEnv): Promise<void>;
}

/** Linux reads no more of a first line. */
const longestLine = 256;

/** Runs TypeScript only where Node can take the types out. @throws program_not_executable */
async function stripsTypes(file: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const { PATH, NODE_OPTIONS } = environment;
  const { output } = await runCommand(
    file,
    ['-p', '`${process.version} ${process.features.typescript ? "yes" : "no"}`'],
    { environment: { PATH, NODE_OPTIONS } },
  );
  const [version = '', can] = output.trim().split(' ');
  if (can === 'yes') return;
  const which = /^v[\d.]+$/.test(version) ? `Node.js ${version.slice(1)}` : 'The node on the PATH';
  throw new BackboneError(
    'program_not_executable',
    `${which} cannot run TypeScript. Install Node.js 22.18 or newer, or name the program that runs it.`,
  );
}

const byExtension: Readonly<Record<string, Interpreter>> = {
  '.py': { word: 'python3', args: [] },
  '.js': { word: 'node', args: [] },
  '.mjs': { word: 'node', args: [] },
  '.ts': { word: 'node', args: [], check: stripsTypes },
  '.sh': { word: 'sh', args: [] },
  '.rb': { word: 'ruby', args: [] },
};

/** What the extension says; null when it says nothing. */
export function interpreterByExtension(file: string): Interpreter | null {
  return byExtension[path.extname(file)] ?? null;
}

/** What a first line says, as the kernel reads it: one path and at most one argument. Null when it is no `#!`. */
export function interpreterInLine(line: string): Interpreter | null {
  const [, word, argument] = /^#![ \t]*([^ \t]+)(?:[ \t]+(.*?))?[ \t\r]*$/.exec(line) ?? [];
  if (word === undefined) return null;
  return { word, args: argument === undefined || argument === '' ? [] : [argument] };
}

/** The first line of a file as far as it counts; empty when it cannot be read. */
export function firstLine(file: string): string {
  const bytes = Buffer.alloc(longestLine);
  try {
    const descriptor = openSync(file, 'r');
    try {
      const length = readSync(descriptor, bytes, 0, longestLine, 0);
      return bytes.subarray(0, length).toString('utf8').split('\n', 1)[0] ?? '';
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // A program may be executable and not readable.
    return '';
  }
}
