import type { Agent } from '../../src-main/contract/agent.ts';
import type { Question } from '../../src-main/contract/question.ts';
import type { FleetMessage } from '../transport/incoming.ts';

/** What is known of all agents. A closed question stays until the next of its agent closes, so that its end can be shown. */
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
          other.agentId === question.agentId &&
          other.id !== question.id,
      );
      return { ...fleet, questions: new Map(others).set(question.id, question) };
    }
    case 'daemon.stopping':
      return fleet;
  }
}

/** The question that the agent asks now, open or being answered; null when it asks nothing. */
export function openQuestion(fleet: Fleet, agentId: string): Question | null {
  let newest: Question | null = null;
  for (const question of fleet.questions.values()) {
    if (question.agentId !== agentId || question.state === 'closed') continue;
    if (newest === null || question.askedAt > newest.askedAt) newest = question;
  }
  return newest;
}

function without(
  questions: ReadonlyMap<string, Question>,
  gone: (question: Question) => boolean,
): ReadonlyMap<string, Question> {
  return new Map([...questions].filter(([, question]) => !gone(question)));
}
