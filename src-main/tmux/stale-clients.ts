import { readFile } from 'node:fs/promises';
import { runCommand } from '../base/run-command.ts';
import type { ControlClient } from './control-client.ts';

/** Flags that only clients of ours have in this combination. */
export const commandFlags = 'no-output,ignore-size';
export const streamFlags = 'pause-after=2,ignore-size';

function isOurs(flags: readonly string[]): boolean {
  if (!flags.includes('control-mode') || !flags.includes('ignore-size')) return false;
  return flags.includes('no-output') || flags.includes('pause-after=2');
}

/** The parent of a process; null when there is no such process. */
async function parentOf(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') {
    const { output } = await runCommand('ps', ['-o', 'ppid=', '-p', String(pid)]);
    return /^\s*\d+\s*$/.test(output) ? Number(output) : null;
  }
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'latin1').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[1] === undefined ? null : Number(fields[1]);
}

/**
 * Ends clients that a daemon of ours left behind when it died: nobody reads them any more, and one that is attached
 * to a busy pane stops its program. They are known by their flags and by having been handed to process 1.
 * @returns how many were ended
 */
export async function endStaleClients(client: ControlClient): Promise<number> {
  const [lines = []] = await client.run([['list-clients', '-F', '#{client_pid} #{client_flags}']]);
  let ended = 0;
  for (const line of lines) {
    const [pid = '', flags = ''] = Buffer.from(line).toString('latin1').split(' ');
    if (!/^\d+$/.test(pid) || Number(pid) === client.pid || !isOurs(flags.split(','))) continue;
    if ((await parentOf(Number(pid))) !== 1) continue;
    try {
      process.kill(Number(pid), 'SIGTERM');
      ended += 1;
    } catch {
      // It went by itself.
    }
  }
  return ended;
}
