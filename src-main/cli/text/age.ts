const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** How long ago `at` was, in its largest unit, such as `3 min`. Both in epoch milliseconds; a future `at` is `0 s`. */
export function age(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  const [unit, length] = units.find(([, size]) => passed >= size) ?? ['s', 1000];
  return `${Math.floor(passed / length)} ${unit}`;
}

/** A moment for people and logs: ISO-8601 in UTC, to the second. */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
