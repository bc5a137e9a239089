import { BackboneError } from '../base/errors.ts';
import { runCommand } from '../base/run-command.ts';

/** The oldest tmux that has everything we use: `pane_dead_signal`, `allow-passthrough`, `remain-on-exit-format`. */
const oldest = { major: 3, minor: 3 };

/**
 * The version of the installed tmux, such as `3.3a`.
 * @throws tmux_missing when it is not installed or too old.
 */
export async function tmuxVersion(environment: NodeJS.ProcessEnv): Promise<string> {
  const result = await runCommand('tmux', ['-V'], { environment });
  if (result.status !== 0) {
    throw new BackboneError('tmux_missing', 'tmux is not installed. Install it and start again.');
  }
  const version = result.output.trim().replace(/^tmux /, '');
  const numbers = /(\d+)\.(\d+)/.exec(version);
  const major = Number(numbers?.[1]);
  const minor = Number(numbers?.[2]);
  // A version without a number, such as `master`, is newer than all that have one.
  if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
    throw new BackboneError(
      'tmux_missing',
      `tmux ${version} is too old; Backbone needs ${String(oldest.major)}.${String(oldest.minor)} or later.`,
    );
  }
  return version;
}

/** Words to put before a command so that it ends when we do, however we end; none where the system has no such means. */
export async function endWithUs(environment: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const prefix = ['setpriv', '--pdeathsig', 'TERM'];
  const [program, ...args] = [...prefix, 'true'];
  return (await runCommand(program, args, { environment })).status === 0 ? prefix : [];
}
