import { z } from 'zod';

/** The program in the pane. `practice` is our own small agent for trying everything out. */
export const runtimeId = z.enum(['claude', 'codex', 'shell', 'practice']);
export type RuntimeId = z.infer<typeof runtimeId>;

/** One thing a runtime can or cannot do, and the version of its program on which that was seen. */
export const capability = z.strictObject({
  supported: z.boolean(),
  /** The version it was verified on; null when it does not depend on a version. */
  verifiedOn: z.string().nullable(),
  /** Why not, or what to know; null when there is nothing to say. */
  note: z.string().nullable(),
});
export type Capability = z.infer<typeof capability>;

/** A runtime as the doors show it. */
export const runtimeInfo = z.strictObject({
  id: runtimeId,
  /** Its name for people, such as "Claude Code". */
  label: z.string(),
  /** The name of its program; null when it comes with us. */
  program: z.string().nullable(),
  installed: z.boolean(),
  /** The version its program reports; null when not installed or not told. */
  version: z.string().nullable(),
  /** How to get it, one line; null when nothing needs to be installed. */
  install: z.string().nullable(),
  capabilities: z.record(z.string(), capability),
});
export type RuntimeInfo = z.infer<typeof runtimeInfo>;
