import { asBackboneError } from '../../base/errors.ts';
import type { CommandContext } from '../context.ts';
import { whileWaiting } from '../progress.ts';

/** True when no daemon listens; a slow one is there all the same. @throws any other failure */
async function isMissing({ call }: CommandContext): Promise<boolean> {
  try {
    await call('system.health', {});
    return false;
  } catch (error) {
    const { code } = asBackboneError(error);
    if (code === 'daemon_unreachable' || code === 'not_initialised') return true;
    throw error;
  }
}

/** Starts a detached daemon where none listens. */
export async function ensureDaemon(context: CommandContext): Promise<void> {
  if (!(await isMissing(context))) return;
  const { needModernNode } = await import('./modern-node.ts');
  await needModernNode();
  const { startDetached } = await import('./start-detached.ts');
  const work = startDetached(context.directory, context.environment);
  const { address, pid } = await whileWaiting(process.stderr, 'Waiting for the daemon to answer', work);
  context.output.notice(`The daemon runs on ${address} (pid ${pid}).`);
}
