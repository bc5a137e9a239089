import { z } from 'zod';
import { agentName } from '../agent-name.ts';
import { procedure } from '../procedure.ts';
import { decision, question, receipt } from '../question.ts';

const answerErrors = [
  'not_found',
  'not_waiting',
  'changed',
  'not_permission',
  'not_cleared',
  'answering',
  'unsupported',
  'record_failed',
  'tmux_failed',
] as const;

export const questionProcedures = {
  'questions.list': procedure({
    method: 'GET',
    path: '/api/questions',
    authority: 'agent',
    summary: 'All open questions, newest first.',
    input: z.strictObject({}),
    output: z.strictObject({ questions: z.array(question) }),
    errors: [],
  }),
  'questions.answer': procedure({
    method: 'POST',
    path: '/api/questions/{id}/answer',
    authority: 'operator',
    summary:
      'Answers the question that was looked at. The screen is read again first; nothing is typed into another dialog.',
    input: z.strictObject({
      id: z.string().min(1).max(64),
      decision,
      fingerprint: z.string().min(1).max(128),
    }),
    output: receipt,
    errors: answerErrors,
    patience: 15_000,
  }),
  'agents.approve': procedure({
    method: 'POST',
    path: '/api/agents/{name}/approve',
    authority: 'operator',
    summary:
      'Allows what the agent asks now, once, or a key until its lock or folder changes. A fingerprint binds the answer to what was looked at.',
    input: z.strictObject({
      name: agentName,
      fingerprint: z.string().min(1).max(128).optional(),
      always: z.boolean().default(false),
    }),
    output: receipt,
    errors: answerErrors,
    patience: 15_000,
  }),
  'agents.deny': procedure({
    method: 'POST',
    path: '/api/agents/{name}/deny',
    authority: 'operator',
    summary: 'Denies what the agent asks now.',
    input: z.strictObject({ name: agentName, fingerprint: z.string().min(1).max(128).optional() }),
    output: receipt,
    errors: answerErrors,
    patience: 15_000,
  }),
};
