import { z } from 'zod';
import { errorKinds, isErrorCode } from './errors.ts';

const codes = Object.keys(errorKinds).filter(isErrorCode);

/** What every door answers when something is refused or fails: a code and one line that says what to do. */
export const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(codes),
    message: z.string(),
    /** Lines that belong to the message: the last lines of a pane, names of processes, fields. */
    details: z.array(z.string()).default([]),
  }),
});

export type ErrorBody = z.infer<typeof errorBody>;
