import { readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second for everyone who asks. */
const ticksPerSecond = 100;

/** Seconds of CPU that a process has used so far, in the kernel's name too. Linux only; throws when it is gone. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name stands in parentheses and may hold any character, so the fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Megabytes of memory that a process is answerable for; what it shares counts in shares. Linux only. */
export function memoryMegabytes(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}
