import { z } from 'zod';
import { agentName } from './agent-name.ts';
import { injection, keySource } from './consent.ts';
import { keyName } from './key-name.ts';
import { lockChange, lockStanding } from './lock.ts';

/** What a person may decide on a question. `allow_always` is for keys alone: until the agent's lock or folder changes. */
export const decision = z.enum(['allow', 'allow_always', 'deny']);
export type Decision = z.infer<typeof decision>;

/** Which door a request came through, and who stands behind it. */
export const actor = z.strictObject({
  door: z.enum(['panel', 'tray', 'notification', 'cli', 'http', 'terminal', 'agent', 'daemon']),
  /** For an agent: its name. Else null: there is one operator. */
  name: z.string().nullable(),
});
export type Actor = z.infer<typeof actor>;

/** The thing that is asked for. Every text is the agent's: plain, without control characters, never trusted. */
export const questionSubject = z.discriminatedUnion('form', [
  z.strictObject({ form: z.literal('command'), command: z.string(), description: z.string().nullable() }),
  z.strictObject({
    form: z.literal('edit'),
    path: z.string(),
    /** `created`: the file is new; `changed`: it exists. */
    change: z.enum(['created', 'changed']),
    lines: z.array(
      z.strictObject({
        sign: z.enum(['+', '-', ' ']),
        number: z.number().int().nullable(),
        text: z.string(),
      }),
    ),
  }),
  z.strictObject({ form: z.literal('fetch'), address: z.string() }),
  z.strictObject({ form: z.literal('choice'), text: z.string(), options: z.array(z.string()) }),
  z.strictObject({ form: z.literal('plan'), markdown: z.string() }),
  /** A key is asked for, by the lock of the folder. `why` is the lock's word. */
  z.strictObject({
    form: z.literal('key'),
    key: keyName,
    source: keySource,
    why: z.string().nullable(),
    injection,
    /** What gets it: the runtime of an agent, or the program of a run. */
    program: z.string(),
    /** When it stops being valid, epoch milliseconds; null when that is not known. */
    expiresAt: z.number().int().nullable(),
  }),
  /** A lock is to be used that nobody has accepted as it is. */
  z.strictObject({
    form: z.literal('lock'),
    file: z.string(),
    standing: lockStanding,
    changes: z.array(lockChange),
  }),
  /** A dialog that no rule knows in detail; `text` is what stands on screen. */
  z.strictObject({ form: z.literal('other'), text: z.string() }),
]);
export type QuestionSubject = z.infer<typeof questionSubject>;

/** What became of a question. */
export const questionOutcome = z.strictObject({
  /**
   * `answered`: our key cleared the dialog, or a key or lock was decided on; `elsewhere`: the dialog went without
   * us; `changed`: another dialog took its place; `failed`: our key was sent and the dialog stayed; `ended`: the
   * agent ended, or the start or run was given up.
   */
  how: z.enum(['answered', 'elsewhere', 'changed', 'failed', 'ended']),
  /** Null when nobody decided through us. */
  decision: decision.nullable(),
  by: actor.nullable(),
  at: z.number().int(),
  /** The key that was sent, by tmux's name for it; null when nothing was typed. */
  key: z.string().nullable(),
});
export type QuestionOutcome = z.infer<typeof questionOutcome>;

/** One thing that a person must answer: a dialog of an agent, or what a start or a run needs. */
export const question = z.strictObject({
  id: z.string(),
  /** Null for a run outside of any agent. */
  agentId: z.string().nullable(),
  /** Name of the agent, or of the folder in which something is run. */
  agent: agentName,
  /** Id of the launch, which is not yet begun while its keys are asked for; of the run, where there is no agent. */
  launchId: z.string(),
  kind: z.enum(['permission', 'plan', 'question', 'other', 'key', 'lock']),
  /** The tool that asks, in the runtime's words; null when the dialog names none. */
  tool: z.string().nullable(),
  subject: questionSubject,
  /** Folder in which it would happen. */
  folder: z.string(),
  /** Hash over the dialog as it stands on screen, or over what is asked for; an answer must name it. */
  fingerprint: z.string(),
  /** When it was first seen, epoch milliseconds. */
  askedAt: z.number().int(),
  /** Which sources saw it. */
  sources: z.array(z.enum(['hook', 'screen', 'lock'])),
  /** Which decisions may be given from outside. */
  answers: z.array(decision),
  /** Why a decision is missing from `answers`, one line; null when both are there. */
  limit: z.string().nullable(),
  state: z.enum(['open', 'answering', 'closed']),
  outcome: questionOutcome.nullable(),
});
export type Question = z.infer<typeof question>;

/** The record of one decision. */
export const receipt = z.strictObject({
  questionId: z.string(),
  agent: agentName,
  decision,
  by: actor,
  /** Epoch milliseconds of the moment the dialog was seen gone. */
  at: z.number().int(),
  /** The key that was typed, by tmux's name for it; null when nothing had to be. */
  key: z.string().nullable(),
  /** True when an earlier, equal decision had already answered it and nothing more was typed. */
  alreadyAnswered: z.boolean(),
});
export type Receipt = z.infer<typeof receipt>;
