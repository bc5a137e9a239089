import type { Agent } from '../../src-main/contract/agent.ts';
import type { Question } from '../../src-main/contract/question.ts';

/** An idle Claude Code in `/projects/app`; fields can be changed. */
export function sampleAgent(changes: Partial<Agent> = {}): Agent {
  return {
    id: 'agent-1',
    name: 'app',
    dir: '/projects/app',
    runtime: 'claude',
    model: null,
    environmentNames: [],
    registeredAt: 1_700_000_000_000,
    reading: {
      state: 'idle',
      reason: null,
      since: 1_700_000_000_000,
      stale: false,
      evidence: [
        { source: 'hook', at: 1_700_000_000_000, supports: 'idle', says: 'The turn has ended.' },
        { source: 'screen', at: 1_700_000_000_000, supports: 'idle', says: 'An empty prompt.' },
      ],
    },
    lastMessage: 'Done.',
    questionId: null,
    launch: {
      id: 'launch-1',
      startedAt: 1_700_000_000_000,
      pid: 4242,
      columns: 120,
      rows: 40,
      leak: 'clean',
      leakNote: null,
      runtimeVersion: '2.1.0',
    },
    lastEnd: null,
    ...changes,
  };
}

/** A question of `sampleAgent`: may it run `touch proof.txt`? */
export function sampleQuestion(changes: Partial<Question> = {}): Question {
  return {
    id: 'question-1',
    agentId: 'agent-1',
    agent: 'app',
    launchId: 'launch-1',
    kind: 'permission',
    tool: 'Bash',
    subject: { form: 'command', command: 'touch proof.txt', description: 'Make the proof' },
    folder: '/projects/app',
    fingerprint: 'f00d',
    askedAt: 1_700_000_000_000,
    sources: ['hook', 'screen'],
    answers: ['allow', 'deny'],
    limit: null,
    state: 'open',
    outcome: null,
    ...changes,
  };
}
