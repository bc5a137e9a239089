import { closeSync, constants, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BackboneError } from '../base/errors.ts';
import { runCommand } from '../base/run-command.ts';

/**
 * A pipe of the system. What Node makes for a child is a socket, which a program cannot open again as `/dev/stdout`
 * or `/dev/fd/3`.
 */
export interface Pipe {
  /** Under which the program's end may be opened, too, if it kept its name. */
  readonly path: string;
  /** Descriptor for reading: blocking for a program, not blocking for us. */
  readonly reader: number;
  /** Descriptor for writing: blocking for a program, not blocking for us. */
  readonly writer: number;
}

/**
 * Makes named pipes in a private folder.
 * @param ends which end is ours, by the pipe's name: ours does not block
 * @param keepNames whether they can be opened again by their names
 * @throws internal when the system makes none
 */
export async function createPipes(
  folder: string,
  ends: Readonly<Record<string, 'reader' | 'writer'>>,
  keepNames: boolean,
): Promise<ReadonlyMap<string, Pipe>> {
  const files = Object.keys(ends).map((name) => path.join(folder, name));
  if (files.length === 0) return new Map();
  const { status, errors } = await runCommand('mkfifo', ['-m', '600', '--', ...files], {
    environment: { PATH: '/usr/bin:/bin' },
  });
  if (status !== 0) {
    throw new BackboneError('internal', 'No pipe could be made for the program.', { cause: errors });
  }
  return new Map(
    Object.entries(ends).map(([name, ours]) => {
      const pipe = opened(path.join(folder, name), ours);
      if (!keepNames) rmSync(pipe.path);
      return [name, pipe];
    }),
  );
}

/** Opens both ends. Whoever opens one end alone would wait for the other, so one opens first without waiting. */
function opened(file: string, ours: 'reader' | 'writer'): Pipe {
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  const first = openSync(file, O_RDONLY | O_NONBLOCK);
  if (ours === 'reader') return { path: file, reader: first, writer: openSync(file, O_WRONLY) };
  const writer = openSync(file, O_WRONLY | O_NONBLOCK);
  const reader = openSync(file, O_RDONLY);
  closeSync(first);
  return { path: file, reader, writer };
}
