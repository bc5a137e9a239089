import { rmSync } from 'node:fs';
import path from 'node:path';
import { tmuxSocketFor } from '../../../src-main/base/data-directory.ts';
import { runCommand } from '../../../src-main/base/run-command.ts';

/** Ends the tmux server of a data directory with all that runs in it, and removes its socket. */
export async function endTmux(dataDirectory: string): Promise<void> {
  const socket = tmuxSocketFor(dataDirectory, {});
  await runCommand('tmux', ['-L', socket, 'kill-server']);
  const folder = path.join(process.env['TMUX_TMPDIR'] ?? '/tmp', `tmux-${process.getuid?.() ?? 0}`);
  rmSync(path.join(folder, socket), { force: true });
}
