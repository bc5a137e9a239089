import type { Agent } from '../../src-main/contract/agent.ts';
import type { Question } from '../../src-main/contract/question.ts';
import type { FleetMessage } from '../transport/incoming.ts';

/**
 * What is known of all agents, and of runs that ask something. A closed question stays until the next of its agent or run closes, so that its end
 * can be shown.
 */
export interface Fleet {
  /** By the agent's id. */
  readonly agents: ReadonlyMap<string, Agent>;
  /** By the question's id. */
  readonly questions: ReadonlyMap<string, Question>;
}

export const emptyFleet: Fleet = { agents: new Map(), questions: new Map() };

/** The fleet after one event. */
export function reduceFleet(fleet: Fleet, message: FleetMessage): Fleet {
  switch (message.event) {
    case 'fleet.snapshot':
      return {
        agents: new Map(message.data.agents.map((agent) => [agent.id, agent])),
        questions: new Map(message.data.questions.map((question) => [question.id, question])),
      };
    case 'agent.changed': {
      const { agent } = message.data;
      return { ...fleet, agents: new Map(fleet.agents).set(agent.id, agent) };
    }
    case 'agent.forgotten': {
      const agents = new Map(fleet.agents);
      agents.delete(message.data.id);
      return { agents, questions: without(fleet.questions, (other) => other.agentId === message.data.id) };
    }
    case 'question.changed': {
      const { question } = message.data;
      const others = without(
        fleet.questions,
        (other) =>
          // An end stays until the next one: it may not have been read yet.
          question.state === 'closed' &&
          other.state === 'closed' &&
          other.id !== question.id &&
          (askerOf(other) === askerOf(question) || isOldRun(other, question)),
      );
      return { ...fleet, questions: new Map(others).set(question.id, question) };
    }
    case 'daemon.stopping':
      return fleet;
  }
}

/** Who asks: the agent's id, or that of a run outside of any agent. */
export function askerOf({ agentId, launchId }: Question): string {
  return agentId ?? launchId;
}

/** Whether a start or a run asks it: nothing is typed for its answer. */
export function isConsent({ kind }: Question): boolean {
  return kind === 'key' || kind === 'lock';
}

/**
 * What is asked now by an agent or a run, open or being answered, in the order in which it is answered. There is one
 * dialog on a screen at most, and any number of keys; what stands first stays first until it is answered.
 */
export function openQuestions(fleet: Fleet, asker: string): readonly Question[] {
  const open = [...fleet.questions.values()].filter(
    (question) => askerOf(question) === asker && question.state !== 'closed',
  );
  const dialogs = open.filter((question) => !isConsent(question)).sort((a, b) => b.askedAt - a.askedAt);
  return [...dialogs.slice(0, 1), ...open.filter(isConsent)].sort(
    (a, b) => a.askedAt - b.askedAt || (nameOf(a) < nameOf(b) ? -1 : 1),
  );
}

/** The one that is to be answered first; null when nothing is asked. */
export function openQuestion(fleet: Fleet, asker: string): Question | null {
  return openQuestions(fleet, asker)[0] ?? null;
}

/** Keys that were asked for at the same moment follow their names. */
function nameOf({ subject }: Question): string {
  return subject.form === 'key' ? subject.key : '';
}

const runStays = 60_000;

/** Of runs only the newest ends are kept: they have no row of their own once nothing is asked. */
function isOldRun(other: Question, newer: Question): boolean {
  return other.agentId === null && (newer.outcome?.at ?? 0) - (other.outcome?.at ?? 0) > runStays;
}

function without(
  questions: ReadonlyMap<string, Question>,
  gone: (question: Question) => boolean,
): ReadonlyMap<string, Question> {
  return new Map([...questions].filter(([, question]) => !gone(question)));
}
