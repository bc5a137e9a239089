import path from 'node:path';

const longest = 64;

/** A name for the agent of a folder: its last part, with everything that a name cannot hold turned into `-`. */
export function nameForFolder(dir: string): string {
  const name = path
    .basename(dir)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, longest);
  return name === '' ? 'agent' : name;
}

/**
 * `wanted`, or the first of `wanted-2`, `wanted-3`, … that is free. Names that differ only by case are the same.
 * @param taken names in use
 */
export function freeName(wanted: string, taken: Iterable<string>): string {
  const used = new Set([...taken].map((name) => name.toLowerCase()));
  let name = wanted;
  for (let number = 2; used.has(name.toLowerCase()); number += 1) name = withNumber(wanted, number);
  return name;
}

/** Whether `freeName` may have made `name` of `wanted` because that was taken. */
export function isNumbered(name: string, wanted: string): boolean {
  const number = /-(\d+)$/.exec(name)?.[1];
  return number !== undefined && Number(number) >= 2 && name === withNumber(wanted, Number(number));
}

function withNumber(wanted: string, number: number): string {
  const suffix = `-${number}`;
  return `${wanted.slice(0, longest - suffix.length)}${suffix}`;
}
