import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import { identityOf, type ProcessFacts } from './process-table.ts';

const pollEvery = 50;
/** After KILL a process is gone within milliseconds, unless the system itself holds it. */
const killPatience = 2_000;

/**
 * Ends processes: TERM, a time to finish, then KILL. The list is asked for again before each signal, so that
 * only processes seen at that moment, with their identity, are ever signalled.
 * @param list the processes to end that still live; it is given those that it told before, which are still to be
 * told when the parent through which they were found is gone
 * @param grace milliseconds between TERM and KILL
 * @returns those that were ended, and those that live on
 */
export async function endProcesses(
  list: (known: readonly ProcessFacts[]) => Promise<readonly ProcessFacts[]>,
  grace: number,
  clock: Clock,
): Promise<{ ended: ProcessFacts[]; survivors: ProcessFacts[] }> {
  const seen = new Map<string, ProcessFacts>();
  const signalled = new Set<string>();
  const signalNew = async (signal: NodeJS.Signals): Promise<readonly ProcessFacts[]> => {
    const living = await list([...seen.values()]);
    for (const facts of living) {
      const identity = identityOf(facts);
      seen.set(identity, facts);
      if (signalled.has(`${signal}:${identity}`)) continue;
      signalled.add(`${signal}:${identity}`);
      send(facts.pid, signal);
      // An interactive shell ignores the first, and ends when its terminal hangs up, as it does now.
      if (signal === 'SIGTERM') send(facts.pid, 'SIGHUP');
    }
    return living;
  };
  const signalUntil = async (signal: NodeJS.Signals, patience: number): Promise<readonly ProcessFacts[]> => {
    const deadline = clock.elapsed() + patience;
    for (;;) {
      const living = await signalNew(signal);
      if (living.length === 0 || clock.elapsed() >= deadline) return living;
      await wait(pollEvery);
    }
  };
  let survivors = await signalUntil('SIGTERM', grace);
  if (survivors.length > 0) survivors = await signalUntil('SIGKILL', killPatience);
  const left = new Set(survivors.map(identityOf));
  return {
    ended: [...seen.values()].filter((facts) => !left.has(identityOf(facts))),
    survivors: [...survivors],
  };
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the look and the signal, or is not ours to end; the next look tells.
  }
}
