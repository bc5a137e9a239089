import type { Agent } from '../../src-main/contract/agent.ts';
import { type Fleet, openQuestion } from './fleet.ts';
import { askingRuns } from './runs.ts';

/** The groups of the list, in their order. */
export const groups = ['needs', 'working', 'idle', 'offline'] as const;
export type Group = (typeof groups)[number];

/** What an agent's glyph shows; each has a shape of its own. */
export type Glyph = 'needs' | 'working' | 'starting' | 'idle' | 'unknown' | 'blocked' | 'offline';

export function glyphOf(agent: Agent): Glyph {
  if (agent.questionId !== null) return 'needs';
  switch (agent.reading.state) {
    case 'waiting_for_human':
      return 'needs';
    case 'busy':
      return 'working';
    case 'starting':
    case 'idle':
    case 'unknown':
    case 'blocked':
    case 'offline':
      return agent.reading.state;
  }
}

/** Whether the agent has not been started yet, because a lock or a key is asked about first. */
export function waitsToStart({ launch, reading }: Agent): boolean {
  return launch === null && reading.state === 'waiting_for_human' && reading.reason === 'key';
}

export function groupOf(agent: Agent): Group {
  switch (glyphOf(agent)) {
    case 'needs':
    case 'blocked':
      return 'needs';
    case 'working':
    case 'starting':
      return 'working';
    case 'idle':
    case 'unknown':
      return 'idle';
    case 'offline':
      return 'offline';
  }
}

/** How many agents stand in each group; a run that asks something needs a person, too. */
export function countGroups(fleet: Fleet): Readonly<Record<Group, number>> {
  const counts = { needs: askingRuns(fleet).length, working: 0, idle: 0, offline: 0 };
  for (const agent of fleet.agents.values()) counts[groupOf(agent)] += 1;
  return counts;
}

/** When the agent began what it does now: its question's time when it asks. Epoch milliseconds. */
export function sinceOf(fleet: Fleet, agent: Agent): number {
  const ended = agent.reading.state === 'offline' ? agent.lastEnd?.at : undefined;
  return openQuestion(fleet, agent.id)?.askedAt ?? ended ?? agent.reading.since;
}
