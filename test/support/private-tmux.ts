import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../../src-main/base/disposable.ts';
import { runCommand } from '../../src-main/base/run-command.ts';
import { descendantsOf, describeProcess, isAlive, processFacts } from './processes.ts';
import { requirePackage } from './require-package.ts';
import { waitUntil } from './wait-until.ts';

export interface PrivateTmux extends Disposable {
  /** For `tmux -L`. */
  readonly socket: string;
  /** Runs one tmux command on the socket and returns its output. Rejects with what tmux said when it fails. */
  run(...args: string[]): Promise<string>;
  /**
   * Tells the server once more that a child of its may have ended. tmux 3.3a misses that now and then, and then keeps
   * a dead pane without its status until it hears of another one.
   */
  remind(): Promise<void>;
  /**
   * Ends the server and all that runs in it, whoever started it, and waits until that is gone. What had to be
   * killed because it outlived its pane is returned, one line each; `dispose` throws when there is any.
   */
  end(): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

/** A socket name that no other test uses. No server runs until the first `new-session`. */
export function privateTmux(): PrivateTmux {
  const tmux = requirePackage('tmux');
  const socket = `backbone-test-${process.pid}-${randomBytes(4).toString('hex')}`;
  const folder = path.join(process.env['TMUX_TMPDIR'] ?? '/tmp', `tmux-${process.getuid?.() ?? 0}`);

  const run = async (...args: string[]): Promise<string> => {
    const result = await runCommand(tmux, ['-L', socket, '-f', '/dev/null', ...args]);
    if (result.status !== 0) throw new Error(`tmux ${args.join(' ')}: ${result.errors.trim()}`);
    return result.output.replace(/\n$/, '');
  };

  const serverPid = async (): Promise<number | null> => {
    if (!existsSync(path.join(folder, socket))) return null;
    const result = await runCommand(tmux, ['-L', socket, 'display-message', '-p', '#{pid}']);
    return result.status === 0 ? Number(result.output) : null;
  };

  const remind = async (): Promise<void> => {
    const server = await serverPid();
    if (server !== null && isAlive(server)) process.kill(server, 'SIGCHLD');
  };

  const end = async (): Promise<readonly string[]> => {
    const server = await serverPid();
    const survivors: string[] = [];
    if (server !== null) {
      const started = new Map(
        [server, ...descendantsOf(server)].map((pid) => [pid, processFacts(pid)?.started]),
      );
      const left = (): number[] =>
        [...started]
          .filter(([pid, at]) => isAlive(pid) && processFacts(pid)?.started === at)
          .map(([pid]) => pid);
      await runCommand(tmux, ['-L', socket, 'kill-server']);
      await waitUntil('the tmux server and its panes are gone', left, (pids) => pids.length === 0, {
        within: 5_000,
      }).catch(() => undefined);
      for (const pid of left()) {
        survivors.push(describeProcess(pid));
        process.kill(pid, 'SIGKILL');
      }
    }
    rmSync(path.join(folder, socket), { force: true });
    return survivors;
  };

  return {
    socket,
    run,
    remind,
    end,
    dispose: async () => {
      const survivors = await end();
      if (survivors.length > 0) throw new Error(`Left behind in tmux and killed:\n${survivors.join('\n')}`);
    },
  };
}
