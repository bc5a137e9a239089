import { closeSync } from 'node:fs';
import type { MaskedLaunch } from './launch.ts';
import { pipedStream } from './piped-stream.ts';
import type { RunEnd } from './run-end.ts';
import { spawned } from './spawned.ts';

/**
 * Runs a program whose output goes through pipes of ours, for when no terminal is to be kept. Its standard input is
 * ours.
 * @throws program_missing, program_not_executable
 */
export async function maskedPipes({ pipes, forms, ...launch }: MaskedLaunch): Promise<RunEnd> {
  const { stdout: out, stderr: errors } = pipes;
  if (out === undefined) throw new TypeError('Masked output needs its pipe.');
  const used = errors === undefined ? [out] : [out, errors];
  const streams = used.map((pipe, index) => pipedStream(pipe, forms, index + 1));
  // One pipe for both where ours are one file: what is written keeps its order.
  const ended = spawned(launch, ['inherit', out.writer, (errors ?? out).writer]);
  for (const { writer } of used) closeSync(writer);
  try {
    return await ended;
  } finally {
    await Promise.all(streams.map((stream) => stream.finish()));
  }
}
