import { keyNameProblem } from '../../src-main/contract/key-name.ts';

/** Why no key may have that name, one line; null when it may. An empty name has not been filled in yet. */
export function nameProblem(name: string): string | null {
  return name === '' ? null : keyNameProblem(name);
}

/** The last moment of a day as a date field gives it (`2026-12-31`), epoch milliseconds; null when it gives none. */
export function endOfDay(date: string): number | null {
  const at = Date.parse(`${date}T23:59:59.999`);
  return Number.isNaN(at) ? null : at;
}
