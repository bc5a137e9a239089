import type { Agent } from '../../src-main/contract/agent.ts';

/** Per agent, the end (of a turn or of a launch) that the person has not looked at yet: since when it stands. */
export type Unseen = ReadonlyMap<string, number>;

/**
 * What is unseen after an agent changed. An agent that worked or asked and now rests or is gone has ended
 * something; the one on screen (`selected`) is being looked at.
 */
export function noteChange(
  unseen: Unseen,
  before: Agent | undefined,
  after: Agent,
  selected: string | null,
): Unseen {
  const rests = after.reading.state === 'idle' || after.reading.state === 'offline';
  if (!rests || after.id === selected) return markSeen(unseen, after.id);
  const ended =
    before !== undefined &&
    before.reading.state !== after.reading.state &&
    before.reading.state !== 'unknown' &&
    // A start that was given up has begun nothing.
    before.reading.reason !== 'key' &&
    after.lastEnd?.how !== 'stopped';
  return ended ? new Map(unseen).set(after.id, after.reading.since) : unseen;
}

export function markSeen(unseen: Unseen, id: string): Unseen {
  if (!unseen.has(id)) return unseen;
  const rest = new Map(unseen);
  rest.delete(id);
  return rest;
}
