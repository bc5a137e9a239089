import type { Agent } from '../../src-main/contract/agent.ts';
import type { Fleet } from './fleet.ts';
import { type Group, glyphOf, groupOf, groups, sinceOf } from './groups.ts';
import { askingRuns } from './runs.ts';

/** Where one agent, or a run that asks something, stands in the list. */
export interface Place {
  readonly id: string;
  readonly group: Group;
}

/** The list's order as it ought to be: by group; questions before blocked agents; then the newest first. */
export function wantedOrder(fleet: Fleet): readonly Place[] {
  const rank = (agent: Agent): number =>
    groups.indexOf(groupOf(agent)) * 2 + (glyphOf(agent) === 'blocked' ? 1 : 0);
  const agents = [...fleet.agents.values()].map((agent) => ({
    place: { id: agent.id, group: groupOf(agent) },
    rank: rank(agent),
    since: sinceOf(fleet, agent),
    name: agent.name,
  }));
  const runs = askingRuns(fleet).map(({ id, askedAt, name }) => ({
    place: { id, group: 'needs' as const },
    rank: 0,
    since: askedAt,
    name,
  }));
  return [...agents, ...runs]
    .sort((a, b) => a.rank - b.rank || b.since - a.since || (a.name < b.name ? -1 : 1))
    .map(({ place }) => place);
}

/**
 * The order to show. While it is held (the pointer or the focus is in the list) nothing moves: agents keep
 * their places, new ones wait outside, forgotten ones leave.
 */
export function settleOrder(
  shown: readonly Place[],
  wanted: readonly Place[],
  held: boolean,
): readonly Place[] {
  if (!held) return sameOrder(shown, wanted) ? shown : wanted;
  const known = new Set(wanted.map((place) => place.id));
  const kept = shown.filter((place) => known.has(place.id));
  return kept.length === shown.length ? shown : kept;
}

export function sameOrder(a: readonly Place[], b: readonly Place[]): boolean {
  return (
    a.length === b.length &&
    a.every((place, index) => place.id === b[index]?.id && place.group === b[index].group)
  );
}

/** The groups in whose heads it is said that the order changed: those that an agent should leave, join or move in. */
export function changedGroups(shown: readonly Place[], wanted: readonly Place[]): ReadonlySet<Group> {
  const ids = (places: readonly Place[], group: Group): string =>
    places
      .filter((place) => place.group === group)
      .map((place) => place.id)
      .join(' ');
  return new Set(groups.filter((group) => ids(shown, group) !== ids(wanted, group)));
}

/** The ids to step through, in their order, of one group or of all. */
export function steps(shown: readonly Place[], filter: Group | null): readonly string[] {
  return shown.filter((place) => filter === null || place.group === filter).map((place) => place.id);
}

/** The id `by` steps away from `from` in `ids`, stopping at the ends; the first one when `from` is not there. */
export function stepFrom(ids: readonly string[], from: string | null, by: 1 | -1): string | null {
  const at = from === null ? -1 : ids.indexOf(from);
  if (at === -1) return ids.at(by === 1 ? 0 : -1) ?? null;
  return ids[Math.min(ids.length - 1, Math.max(0, at + by))] ?? null;
}

/** The same around the corner: after the last comes the first. For the questions. */
export function stepRound(ids: readonly string[], from: string | null, by: 1 | -1): string | null {
  const at = from === null ? -1 : ids.indexOf(from);
  if (at === -1) return ids.at(by === 1 ? 0 : -1) ?? null;
  return ids[(at + by + ids.length) % ids.length] ?? null;
}
