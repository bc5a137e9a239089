import path from 'node:path';
import { BackboneError } from '../base/errors.ts';
import { ensurePrivateFolder, readPrivateFile, writePrivateFile } from '../base/private-files.ts';

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
const assignment = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/;
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', $: '$' };

/** The name a line assigns; null for a comment, an empty line or anything else. */
function assignedName(line: string): string | null {
  return assignment.exec(line)?.[1] ?? null;
}

function unquoted(raw: string): string {
  const text = raw.trim();
  const double = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(text);
  if (double !== null) {
    return (double[1] ?? '').replace(/\\(.)/g, (whole, letter: string) => escapes[letter] ?? whole);
  }
  const single = /^'([^']*)'\s*(?:#.*)?$/.exec(text);
  if (single !== null) return single[1] ?? '';
  return text.replace(/(^|\s+)#.*$/, '');
}

function quoted(value: string): string {
  if (/^[A-Za-z0-9_./:@%+,=-]*$/.test(value)) return value;
  const inner = value
    .replace(/[\\"$]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t');
  return `"${inner}"`;
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r?\n/);
}

/**
 * The variables of an environment file: `NAME=value`, `NAME="value with \n escapes"`, `NAME='as it stands'`, also
 * after `export`; `#` begins a comment. Of a repeated name the last counts. Lines of another form are passed over.
 */
export function parseEnvironment(text: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const line of linesOf(text)) {
    const [, name, raw] = assignment.exec(line) ?? [];
    if (name !== undefined && raw !== undefined) values.set(name, unquoted(raw));
  }
  return Object.fromEntries(values);
}

/** `text` with `name` set to `value` (null: removed): one line for it, where its first one stood, else at the end. */
export function withValue(text: string, name: string, value: string | null): string {
  const kept: string[] = [];
  let placed = value === null;
  for (const line of linesOf(text)) {
    if (assignedName(line) !== name) {
      kept.push(line);
    } else if (!placed && value !== null) {
      kept.push(`${name}=${quoted(value)}`);
      placed = true;
    }
  }
  while (kept.at(-1) === '') kept.pop();
  if (!placed && value !== null) kept.push(`${name}=${quoted(value)}`);
  return kept.length === 0 ? '' : `${kept.join('\n')}\n`;
}

function textOf(file: string): string {
  return readPrivateFile(file)?.toString('utf8') ?? '';
}

function change(file: string, name: string, value: string | null): void {
  if (!namePattern.test(name)) {
    throw new BackboneError(
      'invalid_input',
      'An environment name has letters, digits and "_", and does not begin with a digit.',
    );
  }
  ensurePrivateFolder(path.dirname(file));
  writePrivateFile(file, withValue(textOf(file), name, value));
}

/**
 * Reads our own secrets. They are held as values and never put into this process's environment.
 * @returns an empty record when there is no file.
 * @throws not_private
 */
export function readEnvironmentFile(file: string): Record<string, string> {
  return parseEnvironment(textOf(file));
}

/**
 * Sets one value, keeping comments and other lines; further lines that assign the same name go.
 * @throws not_private, or invalid_input for a bad name or a value with a NUL character
 */
export function setEnvironmentValue(file: string, name: string, value: string): void {
  if (value.includes('\0')) {
    throw new BackboneError('invalid_input', `The value of ${name} cannot hold a NUL character.`);
  }
  change(file, name, value);
}

/** Removes every line that assigns `name`. @throws not_private, invalid_input */
export function unsetEnvironmentValue(file: string, name: string): void {
  change(file, name, null);
}
