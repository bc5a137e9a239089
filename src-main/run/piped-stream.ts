import { Socket } from 'node:net';
import type { MaskedForm } from './mask/forms.ts';
import { createMask } from './mask/mask.ts';
import { maskedCopy } from './mask/masked-copy.ts';
import type { Pipe } from './pipes.ts';
import { writerOf } from './write-out.ts';

/** Milliseconds without output after which nothing of an ended program is on its way any more. */
const quiet = 200;

/** What a program writes into one of its streams, masked and copied to ours of the same number. */
export interface PipedStream {
  /**
   * To be called when the program has ended. What it wrote is still copied; what processes that it left behind write
   * only while they do so without a rest. Resolves when all is written.
   */
  finish(): Promise<void>;
}

/**
 * Begins to copy.
 * @param pipe of which our end is the reader
 * @param descriptor ours, 1 or 2
 */
export function pipedStream(pipe: Pipe, forms: readonly MaskedForm[], descriptor: number): PipedStream {
  const stream = new Socket({ fd: pipe.reader, readable: true, writable: false });
  const closed = new Promise<void>((resolve) => stream.once('close', () => resolve()));
  stream.on('error', () => undefined);
  let waits = false;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  /** Lets go of the pipe when nothing comes, but for a reader who is slow. */
  const letGoWhenQuiet = (): void => {
    clearTimeout(timer);
    if (ended && !waits) timer = setTimeout(() => void stream.destroy(), quiet);
  };
  stream.on('data', letGoWhenQuiet);
  const rest = maskedCopy(
    {
      onBytes: (listener) => void stream.on('data', listener),
      pause() {
        waits = true;
        stream.pause();
      },
      resume() {
        waits = false;
        stream.resume();
        letGoWhenQuiet();
      },
    },
    createMask(forms),
    // The program is then told as it would be without us: nobody reads.
    writerOf(descriptor, () => void stream.destroy()),
  );
  return {
    async finish() {
      ended = true;
      letGoWhenQuiet();
      await closed;
      clearTimeout(timer);
      await rest();
    },
  };
}
