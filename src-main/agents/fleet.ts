import { Emitter } from '../base/emitter.ts';
import { BackboneError } from '../base/errors.ts';
import type { Agent, LaunchEnd, LiveLaunch } from '../contract/agent.ts';
import type { StateReading } from '../contract/state.ts';
import type { AgentRecord } from './agent-record.ts';
import type { StartedLaunch } from './launcher.ts';
import { type PendingStart, pendingReading } from './pending-start.ts';
import { type Knowledge, offlineReading } from './state.ts';

/** A launch that goes on, with what is known of it. */
export interface Live {
  readonly launch: StartedLaunch;
  readonly knowledge: Knowledge;
}

/** One registered agent with everything known of it now. */
export interface FleetEntry {
  readonly record: AgentRecord;
  readonly live: Live | null;
  /** A start that is under way; null when there is none. */
  readonly pending: PendingStart | null;
  readonly lastEnd: LaunchEnd | null;
  readonly lastMessage: string | null;
  readonly questionId: string | null;
}

export type FleetChange =
  | { readonly event: 'agent.changed'; readonly data: { readonly agent: Agent } }
  | { readonly event: 'agent.forgotten'; readonly data: { readonly id: string; readonly name: string } };

/** All registered agents, in memory: what every door shows and what stopping an agent needs. */
export class Fleet {
  readonly #entries = new Map<string, FleetEntry>();
  readonly #shown = new Map<string, string>();
  /** Emits when what the doors show of an agent changed; a fact that only confirms another is no change. */
  readonly changed: Emitter<FleetChange>;

  constructor(onFailure: (error: unknown) => void) {
    this.changed = new Emitter(onFailure);
  }

  /** All entries, by name. */
  entries(): FleetEntry[] {
    return [...this.#entries.values()].sort((left, right) =>
      left.record.name.localeCompare(right.record.name, 'en'),
    );
  }

  records(): AgentRecord[] {
    return this.entries().map((entry) => entry.record);
  }

  /** @returns undefined when no agent has that identity */
  byId(id: string): FleetEntry | undefined {
    return this.#entries.get(id);
  }

  /** @throws not_found */
  byName(name: string): FleetEntry {
    const entry = [...this.#entries.values()].find(({ record }) => record.name === name);
    if (entry === undefined) throw new BackboneError('not_found', `No agent is called "${name}".`);
    return entry;
  }

  /** The agent of a live launch; undefined when no launch of that id goes on. */
  byLaunch(launchId: string): FleetEntry | undefined {
    return [...this.#entries.values()].find(({ live }) => live?.launch.id === launchId);
  }

  add(record: AgentRecord, lastEnd: LaunchEnd | null): FleetEntry {
    const entry: FleetEntry = {
      record,
      live: null,
      pending: null,
      lastEnd,
      lastMessage: null,
      questionId: null,
    };
    this.#entries.set(record.id, entry);
    this.#announce(entry);
    return entry;
  }

  /** Changes some fields of an entry; a forgotten agent is left alone. */
  update(id: string, change: Partial<FleetEntry>): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const next = { ...entry, ...change };
    this.#entries.set(id, next);
    this.#announce(next);
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#shown.delete(id);
    this.changed.emit({ event: 'agent.forgotten', data: { id, name: entry.record.name } });
  }

  #announce(entry: FleetEntry): void {
    const agent = agentView(entry);
    const evidence = agent.reading.evidence.map((fact) => ({ ...fact, at: 0 }));
    const shown = JSON.stringify({ ...agent, reading: { ...agent.reading, evidence } });
    if (this.#shown.get(entry.record.id) === shown) return;
    this.#shown.set(entry.record.id, shown);
    this.changed.emit({ event: 'agent.changed', data: { agent } });
  }
}

/** An agent as the doors show it. */
export function agentView(entry: FleetEntry): Agent {
  const { record, live, lastEnd } = entry;
  return {
    id: record.id,
    name: record.name,
    dir: record.dir,
    runtime: record.runtime,
    model: record.model,
    environmentNames: Object.keys(record.environment).sort(),
    registeredAt: record.registeredAt,
    reading: readingOf(entry),
    lastMessage: entry.lastMessage,
    questionId: entry.questionId,
    launch: live === null ? null : launchView(live),
    lastEnd,
  };
}

function readingOf({ record, live, pending, lastEnd }: FleetEntry): StateReading {
  if (live !== null) return live.knowledge.reading;
  return pending?.asks === true ? pendingReading(pending) : restingReading(record, lastEnd);
}

function restingReading(record: AgentRecord, lastEnd: LaunchEnd | null): StateReading {
  if (lastEnd === null) return offlineReading(record.registeredAt, 'never started');
  return offlineReading(lastEnd.at, describeEnd(lastEnd));
}

/** How a launch ended, in words. */
export function describeEnd(end: LaunchEnd): string {
  if (end.how === 'stopped') return 'stopped';
  if (end.how === 'lost') return 'gone while no daemon ran';
  if (end.signal !== null) return `ended by signal ${end.signal}`;
  return end.status === null ? 'its tmux session is gone' : `exited with status ${end.status}`;
}

function launchView({ launch }: Live): LiveLaunch {
  const { id, startedAt, pid, columns, rows, leak, leakNote, runtimeVersion } = launch;
  return { id, startedAt, pid, columns, rows, leak, leakNote, runtimeVersion };
}
