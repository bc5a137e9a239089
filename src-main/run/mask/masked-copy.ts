import type { Mask } from './mask.ts';

/** Milliseconds without output after which a prompt is shown whole. */
const restAfter = 30;

/** A stream of bytes that can be told to wait. */
export interface ByteSource {
  onBytes(listener: (bytes: Buffer) => void): void;
  pause(): void;
  resume(): void;
}

/** Bytes that wait to be written at which the source is told to wait. */
const mostWaiting = 1_048_576;

/**
 * Copies what comes out of `source` through `mask`, in order. The source waits when the reader is slow.
 * @param write resolves once the bytes are written
 * @returns a function that lets the rest out and resolves when all is written
 */
export function maskedCopy(
  source: ByteSource,
  mask: Mask,
  write: (bytes: Buffer) => Promise<void>,
): () => Promise<void> {
  let written = Promise.resolve();
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  const send = (bytes: Buffer): void => {
    if (bytes.length === 0) return;
    waiting += bytes.length;
    if (waiting > mostWaiting) source.pause();
    written = written
      .then(() => write(bytes))
      .then(() => {
        waiting -= bytes.length;
        if (waiting <= mostWaiting) source.resume();
      });
  };
  source.onBytes((bytes) => {
    clearTimeout(timer);
    send(mask.push(bytes));
    timer = setTimeout(() => send(mask.rest()), restAfter);
  });
  return () => {
    clearTimeout(timer);
    send(mask.end());
    return written;
  };
}
