import type { AuditKind } from '../../src-main/contract/audit.ts';
import type { AuditFilter } from '../../src-main/contract/procedures/audit.ts';
import type { Actor } from '../../src-main/contract/question.ts';

export const periods = ['all', 'hour', 'day', 'week', 'between'] as const;
export type Period = (typeof periods)[number];

/** What the person chose to see of the audit log; null does not narrow. */
export interface AuditChoice {
  /** Id of an agent. */
  readonly agent: string | null;
  readonly door: Actor['door'] | null;
  readonly kind: AuditKind | null;
  readonly period: Period;
  /** Both ends of `between` as a field for local time gives them, such as `2026-11-30T14:32`; empty: open. */
  readonly since: string;
  readonly until: string;
}

export const everything: AuditChoice = {
  agent: null,
  door: null,
  kind: null,
  period: 'all',
  since: '',
  until: '',
};

const hour = 3_600_000;
const lengths = { hour, day: 24 * hour, week: 7 * 24 * hour } as const;
const lastOfMinute = 59_999;

/** The choice as the daemon is asked for it. `now` is epoch milliseconds. */
export function filterOf(choice: AuditChoice, now: number): AuditFilter {
  const filter: AuditFilter = {};
  if (choice.agent !== null) filter.agent = choice.agent;
  if (choice.door !== null) filter.door = choice.door;
  if (choice.kind !== null) filter.kind = choice.kind;
  if (choice.period === 'between') {
    const since = Date.parse(choice.since);
    const until = Date.parse(choice.until);
    if (!Number.isNaN(since)) filter.since = since;
    // The field has no seconds: its last minute counts as a whole.
    if (!Number.isNaN(until)) filter.until = until + lastOfMinute;
  } else if (choice.period !== 'all') {
    filter.since = now - lengths[choice.period];
  }
  return filter;
}

/** Whether the choice leaves anything out. */
export function isNarrowed(choice: AuditChoice): boolean {
  return choice.agent !== null || choice.door !== null || choice.kind !== null || choice.period !== 'all';
}
