import { readdirSync, readFileSync } from 'node:fs';
import { plainLine } from '../base/plain-text.ts';
import { runCommand } from '../base/run-command.ts';

/** Characters of a command line that are kept. */
const longestCommand = 500;

/** One process, told apart from a later one with the same number by its start. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Process group. */
  readonly group: number;
  /** When it started, in the system's own unit; only good for comparing. */
  readonly started: string;
  /** Letter of the system: `Z` and `X` are dead. */
  readonly state: string;
  /** Arguments, or the bare name of a process that has none: one plain line, cut when it is long. */
  readonly command: string;
}

/** All processes that can be seen now. A process that ends meanwhile is left out. */
export async function processTable(): Promise<ProcessFacts[]> {
  return process.platform === 'linux' ? linuxTable() : portableTable();
}

function linuxTable(): ProcessFacts[] {
  const found: ProcessFacts[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const facts = linuxProcess(Number(entry));
    if (facts !== null) found.push(facts);
  }
  return found;
}

/** @returns null when there is no such process */
export function linuxProcess(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold any character, so the fields are counted from its end.
    const nameEnd = stat.lastIndexOf(')');
    const fields = stat.slice(nameEnd + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    const name = stat.slice(stat.indexOf('(') + 1, nameEnd);
    return {
      pid,
      state: fields[0] ?? 'X',
      parent: Number(fields[1]),
      group: Number(fields[2]),
      started: fields[19] ?? '',
      command: plainLine(command === '' ? name : command, longestCommand),
    };
  } catch {
    return null;
  }
}

async function portableTable(): Promise<ProcessFacts[]> {
  const { output } = await runCommand('ps', ['-axww', '-o', 'pid=,ppid=,pgid=,stat=,lstart=,command='], {
    environment: { PATH: process.env['PATH'], LC_ALL: 'C' },
    limit: 10_000_000,
  });
  const line = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S)\S*\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/gm;
  return [...output.matchAll(line)].map(([, pid, parent, group, state, started, command]) => ({
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    state: state ?? 'X',
    started: started ?? '',
    command: plainLine(command ?? '', longestCommand),
  }));
}

/** The same text for the same process, and for no other one. */
export function identityOf({ pid, started }: ProcessFacts): string {
  return `${pid}:${started}`;
}

/** True for a process that still does something; a dead one whose parent has not asked for its status is gone. */
export function isAlive(facts: ProcessFacts): boolean {
  return facts.state !== 'Z' && facts.state !== 'X';
}
