import { Command } from 'commander';
import { version as number } from '../base/version.ts';
import { agentCommands } from './commands/agent.ts';
import { auditCommands } from './commands/audit.ts';
import { configCommands } from './commands/config.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { down } from './commands/down.ts';
import { exportCommand } from './commands/export.ts';
import { help } from './commands/help.ts';
import { importCommand } from './commands/import.ts';
import { info } from './commands/info.ts';
import { init } from './commands/init.ts';
import { keyCommands } from './commands/key.ts';
import { lockCommands } from './commands/lock.ts';
import { memoryCommands } from './commands/memory.ts';
import { panel } from './commands/panel.ts';
import { questionCommands } from './commands/question.ts';
import { quickstart } from './commands/quickstart.ts';
import { run } from './commands/run.ts';
import { runtimes } from './commands/runtimes.ts';
import { status } from './commands/status.ts';
import { templateCommands } from './commands/template.ts';
import { tutorial } from './commands/tutorial.ts';
import { up } from './commands/up.ts';
import { version } from './commands/version.ts';
import type { CommandContext } from './context.ts';

const definitions = [
  init,
  up,
  down,
  status,
  doctor,
  agentCommands,
  questionCommands,
  keyCommands,
  lockCommands,
  memoryCommands,
  auditCommands,
  configCommands,
  quickstart,
  tutorial,
  demo,
  templateCommands,
  exportCommand,
  importCommand,
  run,
  runtimes,
  panel,
  info,
  version,
  help,
];

/** The whole command line. Parsing throws a CommanderError instead of ending the process. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('backbone')
    .description('One control panel for the terminal coding agents on this machine.')
    .version(number, '--version', 'print the version of this command')
    .helpCommand(false)
    // What stands after the program of `run` is not ours.
    .enablePositionalOptions()
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  for (const define of definitions) define(program, context);
  return program;
}
