import { systemStatus } from '../contract/system.ts';
import type { Core } from './core.ts';

/** One line on what goes on after the app ends; null when nothing does, or nobody can tell. */
export async function farewell(core: Core): Promise<string | null> {
  let running: number;
  try {
    const { agents } = systemStatus.parse(await core.call('system.status', {}));
    running = agents.total - agents.offline;
  } catch {
    // The daemon is gone already; the app ends all the same.
    return null;
  }
  if (running === 0) return null;
  return running === 1 ? '1 agent goes on in tmux.' : `${running} agents go on in tmux.`;
}
