import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** Adds one command to its parent. */
export type Definition = (parent: Command, context: CommandContext) => void;

/** A command with the options that every command has. `usage` is its name with its arguments. */
export function define(parent: Command, usage: string, summary: string): Command {
  return parent
    .command(usage)
    .description(summary)
    .option('--json', 'print the result as JSON')
    .option('--plain', 'no colours, also on a terminal');
}

/** A word that only holds commands. */
export function group(parent: Command, name: string, summary: string): Command {
  return parent.command(name).description(summary).helpCommand(false);
}
