import { setTimeout as pause } from 'node:timers/promises';
import { asBackboneError, BackboneError } from '../../base/errors.ts';
import type { CommandContext } from '../context.ts';
import { type Definition, define } from '../define.ts';
import type { OutputOptions } from '../output.ts';
import { whileWaiting } from '../progress.ts';

/** How long a daemon may take to end, milliseconds. */
const endPatience = 30_000;

/** Asks the daemon to end. @returns how many agents go on; null when no daemon listens */
async function askToEnd({ call }: CommandContext): Promise<number | null> {
  try {
    return (await call('system.shutdown', {})).agentsRunning;
  } catch (error) {
    const { code } = asBackboneError(error);
    if (code === 'daemon_unreachable' || code === 'not_initialised') return null;
    throw error;
  }
}

/** Waits until no process holds the data directory: that, and no answer, proves the end. */
async function untilFree(isHeld: () => boolean): Promise<void> {
  const started = performance.now();
  while (isHeld()) {
    if (performance.now() - started > endPatience) {
      throw new BackboneError('daemon_slow', 'The daemon was asked to end and has not ended yet. Try again.');
    }
    await pause(25);
  }
}

export const down: Definition = (parent, context) => {
  define(parent, 'down', 'Ends the daemon. Agents go on in tmux.').action(async (options: OutputOptions) => {
    const { needModernNode } = await import('../daemon/modern-node.ts');
    await needModernNode();
    const { isDaemonLockHeld } = await import('../../daemon/daemon-lock.ts');
    const { lock, root } = context.directory;
    const isHeld = (): boolean => isDaemonLockHeld(lock);
    const agentsRunning = await askToEnd(context);
    if (agentsRunning === null && !isHeld()) {
      await context.output.result(options, { outcome: 'not_running' }, () => `No daemon runs for ${root}.`);
      return;
    }
    await whileWaiting(process.stderr, 'Waiting for the daemon to end', untilFree(isHeld));
    await context.output.result(options, { outcome: 'stopped', agentsRunning }, () =>
      agentsRunning === null
        ? 'The daemon has ended.'
        : `The daemon has ended. Agents that go on in tmux: ${agentsRunning}`,
    );
  });
};
