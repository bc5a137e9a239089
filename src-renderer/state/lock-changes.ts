import type { LockChange } from '../../src-main/contract/lock.ts';

/** Changes that are looked at together. */
export interface ChangeGroup {
  /** `opens`: to whom the lock is sealed. */
  readonly about: 'keys' | 'told' | 'opens' | 'remembered';
  readonly changes: readonly LockChange[];
}

const abouts: Readonly<Record<LockChange['part'], ChangeGroup['about']>> = {
  credential: 'keys',
  personality: 'told',
  recipient: 'opens',
  sealing: 'opens',
  memory: 'remembered',
};
const order = ['keys', 'told', 'opens', 'remembered'] as const;

/** Whether a person must see it before anything else: a key asked for or brought, or what the agent is told. */
export function isGrave({ part, change }: LockChange): boolean {
  return part === 'personality' || (part === 'credential' && change !== 'removed');
}

/** The changes of a lock as they are to be read: groups with a grave one first, and in each group the grave ones. */
export function groupChanges(changes: readonly LockChange[]): readonly ChangeGroup[] {
  const groups = order.flatMap((about) => {
    const own = changes.filter(({ part }) => abouts[part] === about);
    const sorted = [...own.filter(isGrave), ...own.filter((change) => !isGrave(change))];
    return sorted.length === 0 ? [] : [{ about, changes: sorted }];
  });
  const hasGrave = (group: ChangeGroup): boolean => group.changes.some(isGrave);
  return [...groups.filter(hasGrave), ...groups.filter((group) => !hasGrave(group))];
}

/** How many keys and how many texts of a personality a person must look at. */
export function countGrave(changes: readonly LockChange[]): {
  readonly keys: number;
  readonly traits: number;
} {
  const grave = changes.filter(isGrave);
  const keys = grave.filter(({ part }) => part === 'credential').length;
  return { keys, traits: grave.length - keys };
}
