import type { Command } from 'commander';
import type { Definition } from '../define.ts';
import { exitCodesText } from '../exit-codes.ts';
import { usageError } from '../usage-error.ts';

function find(from: Command, words: readonly string[]): Command {
  const [word, ...rest] = words;
  if (word === undefined) return from;
  const next = from.commands.find((command) => command.name() === word);
  if (next === undefined) throw usageError(`There is no help on "${words.join(' ')}". See "backbone help".`);
  return find(next, rest);
}

export const help: Definition = (parent, { output }) => {
  parent
    .command('help [words...]')
    .description('Explains a command, or the exit statuses: backbone help exit-codes.')
    .action(async (words: string[]) => {
      const text =
        words.join(' ') === 'exit-codes' ? exitCodesText() : find(parent, words).helpInformation().trimEnd();
      await output.result({}, text, () => text);
    });
};
