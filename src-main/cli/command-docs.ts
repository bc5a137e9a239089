import type { Command } from 'commander';
import { createContext } from './create-context.ts';
import { exitCodesText } from './exit-codes.ts';
import { createProgram } from './program.ts';

/** The commands that do something, each after its words. */
function leaves(command: Command, before: readonly string[]): { words: string; command: Command }[] {
  const words = [...before, command.name()];
  if (command.commands.length === 0) return [{ words: words.join(' '), command }];
  return command.commands.flatMap((child) => leaves(child, words));
}

/** Options that every command has are told once, above. */
const everywhere = ['--json', '--plain'];

function section(words: string, command: Command): string {
  const usage = command.usage().replace('[options]', '').trim();
  const options = command.options
    .filter(({ long }) => !everywhere.includes(long ?? ''))
    .map(({ flags, description, argChoices }) => {
      const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`;
      return `- \`${flags}\`: ${description}${choices}`;
    });
  return [`## ${words}`, `\`${`${words} ${usage}`.trim()}\``, command.description(), options.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The page of all commands, made from their definitions. */
export function commandDocs(): string {
  const parts = [
    '# The backbone command',
    'Made from the command itself by `node scripts/generate-command-docs.ts`; do not change it by hand.',
    'Only the result goes to the standard output; notices and failures go to the standard error. Every command takes `--json` (the exact object of the API, times in epoch milliseconds) and `--plain` (no colours, also on a terminal; `NO_COLOR` does the same).',
    ...leaves(createProgram(createContext({})), []).map(({ words, command }) => section(words, command)),
    '## Exit statuses',
    `\`\`\`text\n${exitCodesText()}\n\`\`\``,
  ];
  return `${parts.join('\n\n')}\n`;
}
