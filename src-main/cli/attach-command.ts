import path from 'node:path';
import { BackboneError } from '../base/errors.ts';

/** A command that joins one session with the person's own terminal. */
export interface AttachCommand {
  readonly program: 'tmux';
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** Of the options before `attach-session`, those that name the server, and what their values may be. */
const serverOptions: Readonly<Record<string, RegExp>> = {
  '-L': /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
  '-S': /^\/[^\0]+$/,
};

function refuse(): never {
  throw new BackboneError(
    'internal',
    'The daemon named another command than one that attaches to this agent; it was not run.',
  );
}

/** Name of the server's socket among the options before `attach-session`. @throws internal for any other option */
function socketIn(options: readonly string[]): string {
  const [option = '', value = '', ...more] = options.filter((word) => word !== '-u');
  if (more.length > 0 || serverOptions[option]?.test(value) !== true) refuse();
  return path.basename(value);
}

/**
 * Makes a command out of what the daemon says. It is about to be executed, so it may only be what it should be:
 * `tmux`, one server, `attach-session`, this agent.
 * @param words as `agents.inspect` gives them
 * @throws internal when they say anything else
 */
export function attachCommand(
  words: readonly string[],
  name: string,
  options: { readonly readOnly: boolean; readonly environment: NodeJS.ProcessEnv },
): AttachCommand {
  const [program, ...args] = words;
  const at = args.indexOf('attach-session');
  const [flag, target, ...more] = args.slice(at + 1);
  const fits = flag === '-t' && (target === `=${name}` || target === `=${name}:`) && more.length === 0;
  if (program !== 'tmux' || at === -1 || !fits) refuse();
  const socket = socketIn(args.slice(0, at));
  const { TMUX: outer, ...rest } = options.environment;
  // Inside a tmux of another server, attaching is no nesting of a session in itself; tmux would refuse it all the same.
  const nested = outer !== undefined && path.basename(outer.split(',')[0] ?? '') === socket;
  return {
    program: 'tmux',
    args: options.readOnly ? [...args.slice(0, at + 1), '-r', ...args.slice(at + 1)] : args,
    environment: nested ? { ...rest, TMUX: outer } : rest,
  };
}
