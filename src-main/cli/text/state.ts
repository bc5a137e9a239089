import type { Agent } from '../../contract/agent.ts';
import type { AgentState } from '../../contract/state.ts';
import type { Look } from './paint.ts';

const looks: Readonly<Record<AgentState, Look>> = {
  waiting_for_human: 'warning',
  blocked: 'bad',
  busy: 'good',
  starting: 'good',
  idle: 'strong',
  unknown: 'dim',
  offline: 'dim',
};

/** Who needs a person comes first, who is gone last. */
const urgency: readonly AgentState[] = [
  'waiting_for_human',
  'blocked',
  'unknown',
  'idle',
  'starting',
  'busy',
  'offline',
];

const words: Readonly<Partial<Record<AgentState, string>>> = { waiting_for_human: 'needs you' };

/** The state in words: with its reason, and a `?` when it rests on old facts. */
export function stateOf({ reading: { state, reason, stale } }: Agent): { look: Look; text: string } {
  const text = `${words[state] ?? state}${stale ? '?' : ''}${reason === null ? '' : `: ${reason}`}`;
  return { look: looks[state], text };
}

/** Agents in the order in which a person should look at them. */
export function byUrgency(agents: readonly Agent[]): Agent[] {
  const rank = (agent: Agent): number => urgency.indexOf(agent.reading.state);
  return agents.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}
