import { z } from 'zod';
import { consentGiven, consentPlan, injection, keySource } from '../consent.ts';
import { folderPath } from '../folder-path.ts';
import { keyName } from '../key-name.ts';
import { lockUnlock, personality } from '../lock.ts';
import { procedure } from '../procedure.ts';
import { question } from '../question.ts';
import { openErrors } from './locks.ts';

const subject = {
  folder: folderPath,
  unlock: lockUnlock.default({}),
  /** Which of the names that were asked about are set where the program would run. */
  environment: z.array(keyName).max(500).default([]),
};

/** What a run was given. Values leave here and nowhere else. */
export const runGrant = z.strictObject({
  /**
   * Values by name, as base64 of UTF-8, so that no door changes a character. Those that are in the caller's
   * environment already are not repeated.
   */
  encodedValues: z.record(keyName, z.base64()),
  keys: z.array(z.strictObject({ name: keyName, source: keySource })),
  /** Keys that were refused or are nowhere; the program must not get them, also not from the caller's environment. */
  without: z.array(z.strictObject({ name: keyName, why: z.string() })),
  personality,
  lock: z.string().nullable(),
});
export type RunGrant = z.infer<typeof runGrant>;

const runErrors = [
  ...openErrors,
  'consent_needed',
  'consent_denied',
  'changed',
  'vault_locked',
  'plaintext_backend',
  'record_failed',
] as const;

export const runProcedures = {
  'runs.plan': procedure({
    method: 'POST',
    path: '/api/runs/plan',
    authority: 'agent',
    summary:
      'What the lock of a folder asks for and where it would come from. Names only; an agent sees its own folder.',
    input: z.strictObject(subject),
    output: consentPlan,
    errors: runErrors,
    patience: 30_000,
  }),
  'runs.begin': procedure({
    method: 'POST',
    path: '/api/runs',
    authority: 'agent',
    summary:
      'Asks for the keys of one run. What nobody has allowed yet becomes a question for a person, or is refused where none may be asked.',
    input: z.strictObject({
      ...subject,
      /** What will run, for people: its name without arguments. */
      program: z.string().min(1).max(200),
      injection: injection.default('env'),
      /** An agent gives none. */
      given: consentGiven.optional(),
      /** False: what is undecided is refused at once. */
      ask: z.boolean().default(true),
    }),
    output: z.strictObject({ run: z.string() }),
    errors: runErrors,
    patience: 30_000,
  }),
  'runs.await': procedure({
    method: 'POST',
    path: '/api/runs/{run}/await',
    authority: 'agent',
    summary: 'Waits up to ten seconds for the answers to a run. A run that nobody waits for is withdrawn.',
    input: z.strictObject({ run: z.string().min(1).max(64) }),
    output: z.discriminatedUnion('state', [
      z.strictObject({ state: z.literal('waiting'), questions: z.array(question) }),
      z.strictObject({ state: z.literal('ready'), grant: runGrant }),
    ]),
    errors: [...runErrors, 'not_found'],
    patience: 30_000,
  }),
  'runs.end': procedure({
    method: 'POST',
    path: '/api/runs/{run}/end',
    authority: 'agent',
    summary: 'Says how a run ended, or withdraws one that still waits.',
    input: z.strictObject({
      run: z.string().min(1).max(64),
      /** Exit status 0 to 255, or 128 and the signal; null when it never began. */
      status: z.number().int().min(0).max(255).nullable(),
    }),
    output: z.strictObject({}),
    errors: ['not_found', 'record_failed'],
  }),
};
