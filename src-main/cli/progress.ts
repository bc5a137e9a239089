import type { WriteStream } from 'node:tty';

/** Milliseconds that pass before anything is shown. */
const patience = 1000;

/**
 * Waits for `work`; on a terminal, says what is waited for and how long, once it takes more than a second. The line
 * is gone when the work ends. A `what` that changes is asked for each second.
 */
export async function whileWaiting<T>(
  stream: WriteStream,
  what: string | (() => string),
  work: Promise<T>,
): Promise<T> {
  if (!stream.isTTY) return work;
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.floor((performance.now() - started) / 1000);
    stream.write(`\r\u001B[2K${typeof what === 'string' ? what : what()} (${seconds} s)`);
  }, patience);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (performance.now() - started >= patience) stream.write('\r\u001B[2K');
  }
}
