import type { InputOf } from '../../../contract/procedures.ts';
import { type Definition, define } from '../../define.ts';
import { askedKeys, descriptorOption, type FolderOption, repeated, withFolder } from '../../lock-options.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { secretInput } from '../../secret-input.ts';
import { changeLock } from '../../show-lock.ts';
import { usageError } from '../../usage-error.ts';
import { requireKeyName } from '../key/options.ts';

type Credentials = NonNullable<InputOf<'locks.edit'>['edit']['credentials']>;

interface EditOptions extends OutputOptions, FolderOption {
  readonly key?: string[];
  readonly hold?: string[];
  readonly fromFd?: number;
  readonly release?: string[];
  readonly drop?: string[];
}

/** @throws invalid_input when a value for several keys is to come from one place */
async function heldValues(names: readonly string[], fd: number | undefined): Promise<Record<string, string>> {
  const isPerson = fd === undefined && process.stdin.isTTY;
  if (names.length > 1 && !isPerson)
    throw usageError('The value of one key is read at a time: name one --hold, or use a terminal.');
  const values: Record<string, string> = {};
  for (const name of names) values[name] = await secretInput({ question: `Value of ${name}`, fd });
  return values;
}

async function editOf({
  key,
  hold = [],
  fromFd,
  release = [],
  drop = [],
}: EditOptions): Promise<Credentials> {
  // Before anything is sent: what was mistaken for a name may be a value, and is not repeated.
  for (const name of hold) requireKeyName(name);
  if (fromFd !== undefined && hold.length === 0) throw usageError('--from-fd belongs to --hold.');
  const credentials: Credentials = Object.fromEntries(drop.map((name) => [name, null]));
  for (const [name, { why }] of Object.entries(askedKeys(key)))
    credentials[name] = why === null ? {} : { why };
  for (const name of release) credentials[name] = { ...credentials[name], value: null };
  for (const [name, value] of Object.entries(await heldValues(hold, fromFd)))
    credentials[name] = { ...credentials[name], value };
  if (Object.keys(credentials).length === 0)
    throw usageError('Nothing to change was given. See "backbone help lock edit".');
  return credentials;
}

export const lockEdit: Definition = (parent, context) => {
  withFolder(
    define(
      parent,
      'edit',
      'Changes which keys an agent.lock asks for or holds. Values are asked for unseen, or read from the standard input.',
    ),
  )
    .option('--key <NAME[=why]>', 'ask for this key, and say why; may be repeated', repeated)
    .option('--hold <NAME>', 'hold the value of this key; may be repeated on a terminal', repeated)
    .option('--from-fd <n>', 'read the value for --hold from this open descriptor', descriptorOption)
    .option('--release <NAME>', 'only ask for this key again, without its value; may be repeated', repeated)
    .option('--drop <NAME>', 'no longer ask for this key; may be repeated', repeated)
    .action(async (options: EditOptions) => {
      operatorOnly(context, 'Use: backbone memory set');
      const credentials = await editOf(options);
      await changeLock(context, options, (place) =>
        context.call('locks.edit', { ...place, edit: { credentials } }),
      );
    });
};
