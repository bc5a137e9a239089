import path from 'node:path';
import type { InputOf } from '../../../contract/procedures.ts';
import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { runtimeOption } from '../../runtime-option.ts';
import { usageError } from '../../usage-error.ts';

interface SetOptions extends OutputOptions {
  readonly runtime?: InputOf<'agents.set'>['runtime'];
  /** False for `--no-model`. */
  readonly model?: string | false;
  readonly dir?: string;
  /** False for `--no-env`. */
  readonly env?: string[] | false;
}

/** `NAME=VALUE` words as a record. @throws invalid_input */
function environmentOf(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const cut = word.indexOf('=');
      if (cut < 1) throw usageError('--env takes NAME=VALUE.');
      return [word.slice(0, cut), word.slice(cut + 1)];
    }),
  );
}

export const agentSet: Definition = (parent, { call, folder, output }) => {
  define(parent, 'set <name>', 'Changes an agent’s saved settings, for its next start.')
    .addOption(runtimeOption('the program it runs; clears the model unless that is given too'))
    .option('--model <model>', 'the model, as the runtime’s own switch takes it')
    .option('--no-model', 'leave the model to the runtime')
    .option('--dir <folder>', 'the folder it works in')
    .option(
      '--env <NAME=VALUE>',
      'what its process gets on top; may be repeated, and replaces all that was set. Not for secrets',
      (word: string, before: string[] | false | undefined) => [...(before || []), word],
    )
    .option('--no-env', 'nothing on top')
    .action(async (name: string, { runtime, model, dir, env, ...options }: SetOptions) => {
      const changes: Omit<InputOf<'agents.set'>, 'name'> = {
        ...(runtime === undefined ? {} : { runtime }),
        ...(model === undefined ? {} : { model: model === false ? null : model }),
        ...(dir === undefined ? {} : { dir: path.resolve(folder, dir) }),
        ...(env === undefined ? {} : { environment: environmentOf(env === false ? [] : env) }),
      };
      if (Object.keys(changes).length === 0) {
        throw usageError('Nothing to change was given. See "backbone help agent set".');
      }
      const answer = await call('agents.set', { name, ...changes });
      for (const warning of answer.warnings) output.notice(warning);
      await output.result(options, answer, () => `${name} is set. It takes effect at the next start.`);
    });
};
