import { z } from 'zod';

/**
 * The name of an agent, which is also the name of its tmux session: letters, digits, `_` and `-`,
 * 1 to 64 characters, not beginning with `-` or `_`. tmux rewrites `.` and `:` in session names, so both
 * are refused rather than changed; a leading `_` is kept for sessions of our own.
 */
export const agentName = z
  .string()
  .min(1, 'The name is empty.')
  .max(64, 'The name is longer than 64 characters.')
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
    'A name has only letters, digits, "_" and "-", and begins with a letter or a digit. tmux cannot keep "." or ":".',
  );
