import { setImmediate as nextTurn } from 'node:timers/promises';
import { processEnvironment } from '../secrets/process-environment.ts';
import { identityOf, isAlive, type ProcessFacts, processTable } from './process-table.ts';

/** Identity of a launch's first process. */
export interface LaunchRoot {
  readonly launchId: string;
  readonly pid: number;
  /** As in `ProcessFacts`; null when it was never seen, and then `pid` alone proves nothing. */
  readonly pidStarted: string | null;
}

/**
 * Every living process of a launch: the first one, its descendants, and those that left the tree but carry the
 * launch's id in their environment (`setsid` children whose parent ended). Ours are never among them.
 * @param known processes that were found before: they count, with their descendants, though nothing else may tie
 * them to the launch any more
 */
export async function processesOf(
  root: LaunchRoot,
  known: readonly ProcessFacts[] = [],
): Promise<ProcessFacts[]> {
  const { byPid, byParent, byLaunch } = await nextLook();
  const found = new Map<number, ProcessFacts>();
  const take = (facts: ProcessFacts): void => {
    if (found.has(facts.pid)) return;
    found.set(facts.pid, facts);
    for (const child of byParent.get(facts.pid) ?? []) take(child);
  };
  const first = byPid.get(root.pid);
  if (first !== undefined && first.started === root.pidStarted) take(first);
  for (const before of known) {
    const now = byPid.get(before.pid);
    if (now !== undefined && identityOf(now) === identityOf(before)) take(now);
  }
  for (const facts of byLaunch.get(root.launchId) ?? []) take(facts);
  return [...found.values()];
}

/** All living processes but ours, at one moment. */
interface Look {
  readonly byPid: ReadonlyMap<number, ProcessFacts>;
  readonly byParent: ReadonlyMap<number, readonly ProcessFacts[]>;
  /** By the launch whose id is in their environment; undefined for those that carry none. */
  readonly byLaunch: ReadonlyMap<string | undefined, readonly ProcessFacts[]>;
}

let coming: Promise<Look> | null = null;

/** A look that begins after the call. All who ask before it begins share it: many agents may be stopped at once. */
function nextLook(): Promise<Look> {
  coming ??= nextTurn().then(() => {
    coming = null;
    return look();
  });
  return coming;
}

async function look(): Promise<Look> {
  const living = (await processTable()).filter((facts) => isAlive(facts) && facts.pid !== process.pid);
  return {
    byPid: new Map(living.map((facts) => [facts.pid, facts])),
    byParent: Map.groupBy(living, ({ parent }) => parent),
    byLaunch: Map.groupBy(living, ({ pid }) => processEnvironment(pid)?.['BACKBONE_LAUNCH_ID']),
  };
}
