import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { MaskedLaunch } from './launch.ts';
import { createMask } from './mask/mask.ts';
import { type ByteSource, maskedCopy } from './mask/masked-copy.ts';
import type { Pipe } from './pipes.ts';
import type { RunEnd } from './run-end.ts';
import { spawned } from './spawned.ts';
import { writerOf } from './write-out.ts';

/** What a program writes into one of its streams, copied to ours of the same number. */
export interface PipedStream {
  /** Resolves once everything was written, which is when nobody has the program's end any more. */
  readonly copied: Promise<void>;
}

/** @param descriptor ours, 1 or 2 */
export function pipedStream(pipe: Pipe, launch: MaskedLaunch, descriptor: number): PipedStream {
  const stream = new Socket({ fd: pipe.reader, readable: true, writable: false });
  const source: ByteSource = {
    onBytes: (listener) => void stream.on('data', listener),
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
  };
  // The program is then told as it would be without us: nobody reads.
  const write = writerOf(descriptor, () => void stream.destroy());
  const finish = maskedCopy(source, createMask(launch.forms), write);
  const copied = new Promise<void>((resolve) => {
    stream.once('close', () => resolve(finish()));
    stream.on('error', () => undefined);
  });
  return { copied };
}

/**
 * Runs a program whose output goes through pipes of ours, for when no terminal is to be kept. Its standard input is
 * ours. It ends when the program has ended and all that it, or what it started, has to say was written.
 * @throws program_missing, program_not_executable
 */
export async function maskedPipes(launch: MaskedLaunch): Promise<RunEnd> {
  const { pipes } = launch;
  const out = pipes.get('stdout');
  // One pipe for both where ours are one file: what is written keeps its order.
  const errors = pipes.get('stderr') ?? out;
  if (out === undefined || errors === undefined) throw new TypeError('Masked output needs its pipes.');
  const streams = [...pipes.values()].map((pipe) => pipedStream(pipe, launch, pipe === out ? 1 : 2));
  const ended = spawned(launch, ['inherit', out.writer, errors.writer]);
  for (const { writer } of pipes.values()) closeSync(writer);
  const [end] = await Promise.all([ended, ...streams.map(({ copied }) => copied)]);
  return end;
}
