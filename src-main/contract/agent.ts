import { z } from 'zod';
import { agentName } from './agent-name.ts';
import { runtimeId } from './runtime.ts';
import { stateReading } from './state.ts';

/** A name of an environment variable that a person may set on an agent. */
export const environmentName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'An environment name has letters, digits and "_".')
  .max(128);

/** Settings for the agent's process. Not for secrets: the values are kept in plain text in the database. */
export const agentEnvironment = z.record(
  environmentName,
  z
    .string()
    .max(16_384)
    .refine((value) => !value.includes('\0'), 'A value cannot hold a NUL character.'),
);

/** A model name as the runtime's own switch takes it. */
export const modelName = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/@[\]-]*$/, 'A model name has letters, digits and ". _ : / @ [ ] -".');

/** How a launch ended. */
export const launchEnd = z.strictObject({
  /** Epoch milliseconds. */
  at: z.number().int(),
  /** `exited`: by itself; `stopped`: by us; `lost`: gone while no daemon ran, nothing else is known. */
  how: z.enum(['exited', 'stopped', 'lost']),
  /** Exit status 0 to 255; null when unknown or ended by a signal. */
  status: z.number().int().nullable(),
  /** The signal's number; null when none. */
  signal: z.number().int().nullable(),
  /** The last lines of the pane, plain text. */
  lastLines: z.array(z.string()),
});
export type LaunchEnd = z.infer<typeof launchEnd>;

/** A launch that goes on. */
export const liveLaunch = z.strictObject({
  id: z.string(),
  startedAt: z.number().int(),
  /** Process id of the program in the pane. */
  pid: z.number().int(),
  columns: z.number().int(),
  rows: z.number().int(),
  /** What the leak check found: `clean`, or `unchecked` with the reason in `leakNote`. */
  leak: z.enum(['clean', 'unchecked']),
  leakNote: z.string().nullable(),
  /** Version of the runtime's program at the launch; null when unknown. */
  runtimeVersion: z.string().nullable(),
});
export type LiveLaunch = z.infer<typeof liveLaunch>;

/** One agent as every door shows it. */
export const agent = z.strictObject({
  /** Identity of the registration: a later agent of the same name has another one. */
  id: z.string(),
  name: agentName,
  /** Absolute path of its folder. */
  dir: z.string(),
  runtime: runtimeId,
  model: z.string().nullable(),
  /** Names only: values are shown by no door. */
  environmentNames: z.array(z.string()),
  registeredAt: z.number().int(),
  reading: stateReading,
  /** The newest line of the agent's own words, plain text, at most 200 characters; null when none is known. */
  lastMessage: z.string().nullable(),
  /** Id of its open question; null when nothing is asked. */
  questionId: z.string().nullable(),
  launch: liveLaunch.nullable(),
  /** How the last ended launch ended; null when none did. */
  lastEnd: launchEnd.nullable(),
});
export type Agent = z.infer<typeof agent>;
