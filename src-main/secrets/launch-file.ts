import { createHash } from 'node:crypto';
import { BackboneError } from '../base/errors.ts';
import { shellWord } from '../base/shell-word.ts';

/** Linux hands no longer `NAME=value` to a program (MAX_ARG_STRLEN, with its NUL). */
const longestEntry = 131_071;

/** Names a shell keeps for itself: assigning some of them ends it, and it hands none of them on. */
const namesOfTheShell = new Set(['_', 'PPID', 'UID', 'EUID', 'SHELLOPTS', 'BASHOPTS', 'BASH_VERSINFO']);

/**
 * What `hooks/launch` reads before it becomes the agent's program: one `export` for each name.
 * @param env name to value; names that a shell keeps for itself are left out
 * @returns the file's content, and the SHA-256 of its bytes in hexadecimal
 * @throws invalid_input for a malformed name, a value with a NUL, or one too long for any program
 */
export function launchFileContent(env: Readonly<Record<string, string>>): {
  readonly content: string;
  readonly digest: string;
} {
  const lines = Object.entries(env).flatMap(([name, value]) => {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      throw new BackboneError('invalid_input', 'An environment name has letters, digits and "_". Rename it.');
    }
    if (namesOfTheShell.has(name)) return [];
    if (value.includes('\0')) {
      throw new BackboneError(
        'invalid_input',
        `The value of ${name} holds a NUL, which no program can be given.`,
      );
    }
    if (Buffer.byteLength(value) + name.length + 1 > longestEntry) {
      throw new BackboneError(
        'invalid_input',
        `The value of ${name} is longer than ${longestEntry} bytes with its name, which no program can be given.`,
      );
    }
    return [`export ${name}=${shellWord(value)}`];
  });
  // The loader takes the content through $( ), which drops line ends at its end: there is none.
  const content = lines.join('\n');
  return { content, digest: createHash('sha256').update(content).digest('hex') };
}
