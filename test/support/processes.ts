import { readdirSync, readFileSync } from 'node:fs';
import { systemCodeOf } from '../../src-main/base/errors.ts';

/** What /proc tells of one process. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Process group. */
  readonly group: number;
  /** One letter of the kernel: R running, S sleeping, Z ended but not collected, ... */
  readonly state: string;
  /** Ticks since boot at which it began; with the pid it is an identity that no later process shares. */
  readonly started: string;
}

/** The content of a file below /proc; null when the process is gone or not ours to read. */
function read(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(systemCodeOf(error) ?? '')) return null;
    throw error;
  }
}

/** Null when there is no such process. */
export function processFacts(pid: number): ProcessFacts | null {
  const stat = read(pid, 'stat');
  if (stat === null) return null;
  // The second field is the name in brackets and may itself hold blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent = '', group = ''] = fields;
  return { pid, state, parent: Number(parent), group: Number(group), started: fields[19] ?? '' };
}

/** True while the process runs; one that ended and was not collected yet counts as ended. */
export function isAlive(pid: number): boolean {
  const facts = processFacts(pid);
  return facts !== null && facts.state !== 'Z' && facts.state !== 'X';
}

/** Name to value, as they were when the program began; null when the process is gone. */
export function environmentOf(pid: number): ReadonlyMap<string, string> | null {
  const text = read(pid, 'environ');
  if (text === null) return null;
  const entries = text.split('\0').filter((entry) => entry.includes('='));
  return new Map(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

/** The argument list; null when the process is gone, empty for one that ended. */
export function argumentsOf(pid: number): readonly string[] | null {
  const text = read(pid, 'cmdline');
  return text === null ? null : text.split('\0').slice(0, -1);
}

/** Every process that runs now. */
export function liveProcesses(): readonly ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isAlive(Number(name)))
    .flatMap((name) => processFacts(Number(name)) ?? []);
}

/** Live children of `pid`, their children and so on; without `pid` itself. Those that were given to init are not found. */
export function descendantsOf(pid: number): readonly number[] {
  const all = liveProcesses();
  const found = [pid];
  for (const ancestor of found) {
    found.push(...all.filter(({ parent }) => parent === ancestor).map((child) => child.pid));
  }
  return found.slice(1);
}

/** Live processes whose environment holds `name` with `value`: finds those that left their parents, too. */
export function processesWith(name: string, value: string): readonly number[] {
  return liveProcesses()
    .map(({ pid }) => pid)
    .filter((pid) => environmentOf(pid)?.get(name) === value);
}

/** One line for a failure: pid and command. */
export function describeProcess(pid: number): string {
  return `${pid} ${(argumentsOf(pid) ?? []).join(' ').slice(0, 160)}`;
}
