import { BackboneError } from '../../../base/errors.ts';
import { attachCommand } from '../../attach-command.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { runInTerminal } from '../../run-in-terminal.ts';
import { shellWords } from '../../text/shell-words.ts';
import { usageError } from '../../usage-error.ts';

interface AttachOptions extends OutputOptions {
  readonly readOnly?: boolean;
}

function tmuxMissing(cause: Error): BackboneError {
  return new BackboneError('tmux_missing', 'tmux cannot be started here. Install it, or set PATH.', {
    cause,
  });
}

/** Joins an agent's session with this terminal, until the person leaves it or the session ends. */
export async function attach(context: CommandContext, name: string, options: AttachOptions): Promise<void> {
  const { agent, attach: words } = await context.call('agents.inspect', { name });
  const command = attachCommand(words, name, {
    readOnly: options.readOnly === true,
    environment: context.environment,
  });
  const all = [command.program, ...command.args];
  if (options.json === true) {
    await context.output.result(options, { attach: all }, () => '');
    return;
  }
  if (agent.launch === null) {
    throw new BackboneError(
      'agent_offline',
      `${name} does not run. Start it with: backbone agent start ${name}`,
    );
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw usageError(`This needs a terminal. In one, run: ${shellWords(all)}`);
  }
  context.output.status = await runInTerminal(command, tmuxMissing);
}

export const agentAttach: Definition = (parent, context) => {
  define(parent, 'attach <name>', 'Joins an agent’s session in this terminal; Ctrl-B D leaves it again.')
    .option('--read-only', 'only look')
    .action((name: string, options: AttachOptions) => attach(context, name, options));
};
