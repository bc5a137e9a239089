import { write } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemCodeOf } from '../base/errors.ts';

const writeBytes = promisify(write);

/** Milliseconds until a descriptor that took nothing is tried again. */
const patience = 5;

/**
 * Writes bytes to one of our own descriptors, without a stream between that would change how it behaves. A reader
 * that is slow is waited for, and meanwhile signals are heard.
 * @param whenGone called when nobody reads any more; later bytes go nowhere
 */
export function writerOf(descriptor: number, whenGone: () => void): (bytes: Buffer) => Promise<void> {
  let gone = false;
  return async (bytes) => {
    for (let written = 0; written < bytes.length && !gone; ) {
      try {
        written += (await writeBytes(descriptor, bytes, written)).bytesWritten;
      } catch (error) {
        if (systemCodeOf(error) === 'EAGAIN') {
          await pause(patience);
          continue;
        }
        gone = true;
        whenGone();
      }
    }
  };
}
