import type { CommandContext } from '../context.ts';
import { type Definition, define } from '../define.ts';
import { type OutputOptions, safeJson } from '../output.ts';
import { whileWaiting } from '../progress.ts';

interface UpOptions extends OutputOptions {
  readonly detach?: boolean;
  readonly panel?: boolean;
  readonly practice?: boolean;
  readonly open?: boolean;
}

/** Aborts at the first request to end; at the second Ctrl-C the process ends at once, as a person then wants. */
function endOnSignals(): AbortSignal {
  const ending = new AbortController();
  process.on('SIGTERM', () => ending.abort());
  process.on('SIGHUP', () => ending.abort());
  process.on('SIGINT', () => {
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  });
  return ending.signal;
}

async function inForeground({ directory, output }: CommandContext, options: UpOptions): Promise<void> {
  const { runHeadless } = await import('../../daemon/headless.ts');
  const { agentsRunning } = await runHeadless({
    panel: options.panel === true || options.open === true,
    practice: options.practice === true,
    signal: endOnSignals(),
    onReady({ address, panelAddress, pid }) {
      const shown = options.panel === true ? { address, pid, panelAddress } : { address, pid };
      if (options.json === true) process.stdout.write(`${safeJson(shown, 0)}\n`);
      else {
        output.result({}, shown, () => `Backbone listens on ${address} (pid ${pid}). Ctrl-C ends it.`);
        if (options.panel === true) output.result({}, shown, () => `The panel: ${panelAddress}`);
      }
      if (options.open === true) void openPanel(directory.root, panelAddress, output);
    },
  });
  output.notice(`Backbone has ended. Agents that go on in tmux: ${agentsRunning}`);
}

async function openPanel(root: string, address: string, output: CommandContext['output']): Promise<void> {
  const { openInBrowser } = await import('../open-in-browser.ts');
  if (await openInBrowser(root, address)) return;
  output.notice('No browser could be opened here. See the address with: backbone panel');
}

async function detached(
  { directory, environment, output }: CommandContext,
  options: UpOptions,
): Promise<void> {
  const { startDetached } = await import('../daemon/start-detached.ts');
  const flags = [options.panel === true ? '--panel' : '', options.practice === true ? '--practice' : ''];
  const work = startDetached(directory, environment, flags.filter(Boolean));
  const { address, pid } = await whileWaiting(process.stderr, 'Waiting for the daemon to answer', work);
  output.result(options, { address, pid }, () => `Backbone listens on ${address} (pid ${pid}).`);
  if (options.panel === true || options.open === true) {
    const { panelAddress } = await import('../panel-address.ts');
    const panel = panelAddress(directory, address);
    if (options.panel === true && options.json !== true) {
      output.result({}, panel, () => `The panel: ${panel}`);
    }
    if (options.open === true) await openPanel(directory.root, panel, output);
  }
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
      await (options.detach === true ? detached(context, options) : inForeground(context, options));
    });
};
