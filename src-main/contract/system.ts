import { z } from 'zod';

/** How the audit log stands, as far as can be told at once: its end, and the last thing that was to be recorded. */
export const auditState = z.strictObject({
  /** Records that it holds: entries and openings of segments. */
  records: z.number().int(),
  /** `damaged`: it was touched; `unwritable`: the last entry could not be recorded. Both need a person. */
  state: z.enum(['intact', 'damaged', 'unwritable']),
  /** What is so, one line; null when it is intact. */
  says: z.string().nullable(),
});
export type AuditState = z.infer<typeof auditState>;

/** What the daemon says of itself. */
export const systemStatus = z.strictObject({
  version: z.string(),
  pid: z.number().int(),
  startedAt: z.number().int(),
  /** Where HTTP is served, such as `http://127.0.0.1:7120`. */
  address: z.string(),
  dataDirectory: z.string(),
  /** Name of the machine. */
  host: z.string(),
  tmux: z.strictObject({ version: z.string().nullable(), socket: z.string(), sessions: z.number().int() }),
  agents: z.strictObject({
    total: z.number().int(),
    needsYou: z.number().int(),
    working: z.number().int(),
    idle: z.number().int(),
    offline: z.number().int(),
  }),
  questions: z.number().int(),
  audit: auditState,
});
export type SystemStatus = z.infer<typeof systemStatus>;

/** One thing `backbone doctor` looked at. */
export const check = z.strictObject({
  name: z.string(),
  /** `warn`: works, but someone should know. */
  result: z.enum(['ok', 'warn', 'fail']),
  /** What is so. */
  says: z.string(),
  /** The command or the step that mends it; null when there is nothing to mend. */
  mend: z.string().nullable(),
});
export type Check = z.infer<typeof check>;

/** One setting with its meaning. */
export const setting = z.strictObject({
  key: z.string(),
  value: z.json(),
  default: z.json(),
  meaning: z.string(),
  /** `now`, or at the next start of the daemon or of an agent. */
  takesEffect: z.enum(['now', 'next daemon start', 'next agent start']),
});
export type Setting = z.infer<typeof setting>;
