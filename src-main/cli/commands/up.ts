import type { CommandContext } from '../context.ts';
import { type Definition, define } from '../define.ts';
import { endOnSignals } from '../end-on-signals.ts';
import type { OutputOptions } from '../output.ts';
import { whileWaiting } from '../progress.ts';

interface UpOptions extends OutputOptions {
  readonly detach?: boolean;
  readonly panel?: boolean;
  readonly practice?: boolean;
  readonly open?: boolean;
}

/** Says that the daemon answers, and shows the panel as it was asked for. */
async function announce(
  { directory, output }: CommandContext,
  options: UpOptions,
  { address, pid }: { address: string; pid: number },
): Promise<void> {
  const { panelAddress } = await import('../panel-address.ts');
  const panel = options.panel === true ? { panelAddress: panelAddress(directory, address) } : {};
  await output.result(options, { address, pid, ...panel }, () =>
    [
      `Backbone listens on ${address} (pid ${pid}).`,
      ...Object.values(panel).map((found) => `The panel: ${found}`),
    ].join('\n'),
  );
  if (options.open !== true) return;
  const { openInBrowser } = await import('../open-in-browser.ts');
  if (await openInBrowser(directory.root, panelAddress(directory, address))) return;
  output.notice('No browser could be opened here. See the address with: backbone panel');
}

async function inForeground(context: CommandContext, options: UpOptions): Promise<void> {
  const { runHeadless } = await import('../../daemon/headless.ts');
  const { agentsRunning } = await runHeadless({
    practice: options.practice === true,
    signal: endOnSignals(),
    onReady: (ready) => void announce(context, options, ready),
  });
  context.output.notice(`Backbone has ended. Agents that go on in tmux: ${agentsRunning}`);
}

async function inBackground(context: CommandContext, options: UpOptions): Promise<void> {
  const { startDetached } = await import('../daemon/start-detached.ts');
  const flags = [...(options.practice === true ? ['--practice'] : [])];
  const work = startDetached(context.directory, context.environment, flags);
  await announce(
    context,
    options,
    await whileWaiting(process.stderr, 'Waiting for the daemon to answer', work),
  );
}

export const up: Definition = (parent, context) => {
  define(parent, 'up', 'Runs the daemon; agents go on when it ends.')
    .option('--detach', 'in the background: returns once it answers')
    .option('--panel', 'print the address of the panel, which holds a key')
    .option('--open', 'open the panel in the browser')
    .option('--practice', 'start the practice agent')
    .action(async (options: UpOptions) => {
      const { needModernNode } = await import('../daemon/modern-node.ts');
      await needModernNode();
      await (options.detach === true ? inBackground(context, options) : inForeground(context, options));
    });
};
