import { InvalidArgumentError } from 'commander';

const lengths: Readonly<Record<string, number>> = {
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const absolute = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Reads a moment: an age such as `90min` or `3d`, or ISO-8601, in UTC unless it names an offset.
 * @returns epoch milliseconds
 */
export function momentOption(text: string, now = Date.now()): number {
  const [, count, unit = ''] = /^(\d{1,6})(s|min|h|d)$/.exec(text) ?? [];
  const length = lengths[unit];
  if (count !== undefined && length !== undefined) return now - Number(count) * length;
  // Without an offset JavaScript takes a time for local, but a date alone for UTC.
  const whole = /T/.test(text) && !/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text;
  const at = absolute.test(text) ? Date.parse(whole) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new InvalidArgumentError(
    'It takes an age such as 90min, 12h or 3d, or a moment such as 2026-01-31T18:00.',
  );
}
