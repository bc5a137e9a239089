import { closeSync, constants, openSync } from 'node:fs';
import path from 'node:path';
import { BackboneError } from '../base/errors.ts';
import { runCommand } from '../base/run-command.ts';

/**
 * A pipe of the system with a name. What Node makes for a child is a socket, which a program cannot open again as
 * `/dev/stdout`.
 */
export interface Pipe {
  /** Under which the program's own side can open it. */
  readonly path: string;
  /** Descriptor for reading: blocking for a program, not blocking for us. */
  readonly reader: number;
  /** Descriptor for writing: blocking for a program, not blocking for us. */
  readonly writer: number;
}

/** Which end of a pipe is ours. */
export type PipeEnd = 'reader' | 'writer';

/**
 * Makes named pipes in a private folder.
 * @param ends which end is ours, by the pipe's name
 * @throws internal when the system makes none
 */
export async function createPipes<N extends string>(
  folder: string,
  ends: Readonly<Partial<Record<N, PipeEnd>>>,
): Promise<{ [name in N]?: Pipe }> {
  const files = Object.keys(ends).map((name) => path.join(folder, name));
  const { status, errors } = await runCommand('mkfifo', ['-m', '600', '--', ...files], {
    environment: { PATH: '/usr/bin:/bin' },
  });
  if (status !== 0) {
    throw new BackboneError('internal', 'No pipe could be made for the program.', { cause: errors });
  }
  const pipes: { [name in N]?: Pipe } = {};
  for (const name in ends) {
    const ours = ends[name];
    if (ours !== undefined) pipes[name] = opened(path.join(folder, name), ours);
  }
  return pipes;
}

/** Opens both ends. Whoever opens one end alone would wait for the other, so one opens first without waiting. */
function opened(file: string, ours: PipeEnd): Pipe {
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  const first = openSync(file, O_RDONLY | O_NONBLOCK);
  if (ours === 'reader') return { path: file, reader: first, writer: openSync(file, O_WRONLY) };
  const writer = openSync(file, O_WRONLY | O_NONBLOCK);
  const reader = openSync(file, O_RDONLY);
  closeSync(first);
  return { path: file, reader, writer };
}
