import path from 'node:path';
import { Option } from 'commander';
import { injection } from '../../contract/consent.ts';
import { type Definition, define } from '../define.ts';
import type { OutputOptions } from '../output.ts';
import type { RunOptions } from '../run/options.ts';

function collected(name: string, before: readonly string[]): string[] {
  return [...before, name];
}

export const run: Definition = (parent, context) => {
  define(
    parent,
    'run <program> [args...]',
    'Runs a program with the keys of the folder’s agent.lock that a person allowed. Terminal, signals and exit status are as without Backbone.',
  )
    // What follows the program is the program's own.
    .passThroughOptions()
    .addOption(
      new Option('--inject <how>', 'how the program gets its keys').choices(injection.options).default('env'),
    )
    .option('--mask', 'hide the keys’ values in what the program writes')
    .option('--dry-run', 'only say which keys it would get, and from where')
    .option('--allow <key>', 'allow one key, this once; may be repeated', collected, [])
    .option('--allow-all', 'allow every key that the lock asks for, this once')
    .option('--accept-lock <digest>', 'accept the lock that has this digest')
    .option('--folder <dir>', 'the folder of the agent.lock; default: the current one')
    .option('--no-ask', 'ask nobody; what is not allowed yet is refused')
    .action(async (program: string, args: string[], options: RunOptions & OutputOptions) => {
      const { runWithKeys } = await import('../run/run-with-keys.ts');
      const folder = path.resolve(context.folder, options.folder ?? '.');
      await runWithKeys(context, { argv: [program, ...args], folder, options });
    });
};
