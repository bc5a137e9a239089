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
  const table = (await processTable()).filter((facts) => isAlive(facts) && facts.pid !== process.pid);
  const before = new Set(known.map(identityOf));
  const children = Map.groupBy(table, (facts) => facts.parent);
  const found = new Map<number, ProcessFacts>();
  const take = (facts: ProcessFacts): void => {
    if (found.has(facts.pid)) return;
    found.set(facts.pid, facts);
    for (const child of children.get(facts.pid) ?? []) take(child);
  };
  for (const facts of table) {
    const isRoot = facts.pid === root.pid && facts.started === root.pidStarted;
    if (isRoot || before.has(identityOf(facts)) || carriesLaunch(facts.pid, root.launchId)) take(facts);
  }
  return [...found.values()];
}

function carriesLaunch(pid: number, launchId: string): boolean {
  return processEnvironment(pid)?.['BACKBONE_LAUNCH_ID'] === launchId;
}
