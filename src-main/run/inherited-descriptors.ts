import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

interface Descriptor {
  readonly number: number;
  /** Where it leads. */
  readonly target: string;
  readonly mode: 'read' | 'write' | 'both';
}

const modes = ['read', 'write', 'both'] as const;

/** Null when it is closed by now. */
function descriptorOf(number: number): Descriptor | null {
  try {
    const flags =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, 'utf8'))?.[1] ?? '0';
    const target = readlinkSync(`/proc/self/fd/${number}`);
    return { number, target, mode: modes[Number.parseInt(flags, 8) & 3] ?? 'both' };
  } catch {
    return null;
  }
}

/**
 * Descriptors above 2 with which this process was started, as a shell makes them for `3<file` and `<(command)`. Node
 * would close them in a child. To be asked before files or sockets are opened.
 * @returns none where the system does not tell them (Linux does)
 */
export function inheritedDescriptors(): number[] {
  let names: string[];
  try {
    names = readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
  const open = names
    .map(Number)
    .filter((number) => number > 2)
    .flatMap((number) => descriptorOf(number) ?? []);
  return open
    .filter(({ target, mode }) => {
      // Node's own: what it waits with, and pipes of which it has both ends.
      if (target.startsWith('anon_inode:') || target.startsWith('socket:')) return false;
      return (
        !target.startsWith('pipe:') || open.every((other) => other.target !== target || other.mode === mode)
      );
    })
    .map(({ number }) => number);
}
