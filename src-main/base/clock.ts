/** Where time comes from. Passed in everywhere, so that tests can turn it. */
export interface Clock {
  /** Wall time, epoch milliseconds. May jump. For stamps that people see. */
  now(): number;
  /** Milliseconds since an arbitrary moment; never goes back. For waiting and ages. */
  elapsed(): number;
}

/** The machine's own clocks. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};
