/** Aborts at the first request to end; at the second Ctrl-C the process ends at once, as a person then wants. */
export function endOnSignals(): AbortSignal {
  const ending = new AbortController();
  process.on('SIGTERM', () => ending.abort());
  process.on('SIGHUP', () => ending.abort());
  process.on('SIGINT', () => {
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  });
  return ending.signal;
}
