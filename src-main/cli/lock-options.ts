import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Command, InvalidArgumentError } from 'commander';
import { BackboneError, systemCodeOf } from '../base/errors.ts';
import type { InputOf } from '../contract/procedures.ts';
import type { CommandContext } from './context.ts';
import { secretInput } from './secret-input.ts';
import { usageError } from './usage-error.ts';
import { wholeNumber } from './whole-number.ts';

/** `--folder`, on every command that works on a lock. */
export interface FolderOption {
  readonly folder?: string;
}

/** Adds `--folder`. */
export function withFolder(command: Command): Command {
  return command.option('--folder <dir>', 'the folder of the agent.lock; default: the current one');
}

/** The lock's folder, absolute. @throws invalid_input for an empty name */
export function folderOf(context: CommandContext, { folder = '.' }: FolderOption): string {
  if (folder === '')
    throw usageError('The folder is empty. Name one, or leave --folder out for the current one.');
  return path.resolve(context.folder, folder);
}

/** Collects an option that may be repeated. */
export function repeated(word: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), word];
}

/** The number of an open descriptor. */
export const descriptorOption = wholeNumber(0, 1024);

/** Whether a reason has no words: then it is more likely a value that was mistaken for one. */
function looksLikeValue(why: string): boolean {
  return why.length > 15 && !/\s/.test(why);
}

/**
 * `NAME` or `NAME=why`, for each key that a lock asks for.
 * @throws invalid_input for a reason that looks like a value; it is not repeated
 */
export function askedKeys(words: readonly string[] = []): Record<string, { why: string | null }> {
  return Object.fromEntries(
    words.map((word) => {
      const cut = word.indexOf('=');
      if (cut !== -1 && looksLikeValue(word.slice(cut + 1)))
        throw usageError(
          'After "=" stands why the agent needs the key, in words. A value never stands in arguments: if it was one, change it where it came from, and use "backbone key add" or "backbone lock edit --hold".',
        );
      return cut === -1 ? [word, { why: null }] : [word.slice(0, cut), { why: word.slice(cut + 1) || null }];
    }),
  );
}

/** To whom a lock is sealed, as the command line says it. */
export interface SealOptions {
  readonly to?: readonly string[];
  readonly passphrase?: boolean;
  readonly passphraseFd?: number;
}

/** Adds the options that say to whom a lock is sealed. */
export function withSealing(command: Command): Command {
  return command
    .option(
      '--to <recipient>',
      'also seal it to this age public key (age1…); may be repeated',
      recipientOption,
    )
    .option('--passphrase', 'seal it with a passphrase instead, which is asked for')
    .option('--passphrase-fd <n>', 'read the passphrase from this open descriptor', descriptorOption);
}

function recipientOption(word: string, before: readonly string[] | undefined): string[] {
  if (/^AGE-SECRET-KEY-/i.test(word))
    throw new InvalidArgumentError('That is a secret key. It takes the public one, which begins with age1.');
  return repeated(word, before);
}

/** What the options say; undefined when they say nothing. @throws invalid_input */
export async function sealingOf({
  to = [],
  passphrase,
  passphraseFd,
}: SealOptions): Promise<InputOf<'locks.rotate'>['sealTo']> {
  const wantsPassphrase = passphrase === true || passphraseFd !== undefined;
  if (wantsPassphrase && to.length > 0)
    throw usageError(
      'A lock is sealed to public keys or with a passphrase, not both. Leave one of them out.',
    );
  if (!wantsPassphrase) return to.length === 0 ? undefined : { recipients: [...to] };
  return {
    recipients: [],
    passphrase: await secretInput({
      question: 'New passphrase of the agent.lock',
      fd: passphraseFd,
      confirm: true,
    }),
  };
}

/** The text of a file, or of the standard input for `-`. @throws invalid_input, too_large */
export async function textIn(context: CommandContext, file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  try {
    const bytes =
      file === '-' ? await buffer(process.stdin) : await readFile(path.resolve(context.folder, file));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new BackboneError(
      'invalid_input',
      `${file === '-' ? 'The standard input' : file} cannot be read as text (${systemCodeOf(error) ?? 'no UTF-8'}).`,
      { cause: error },
    );
  }
}
