import { parseArgs } from 'node:util';
import { z } from 'zod';

/** What a person asked for on starting the app. A second start hands it to the app that runs. */
export const startRequest = z.strictObject({
  /** Start the practice agent at once. */
  practice: z.boolean(),
});
export type StartRequest = z.infer<typeof startRequest>;

/** Reads the arguments behind the program's own. Unknown ones are passed over: Chromium has switches of its own among them. */
export function readStartRequest(args: readonly string[]): StartRequest {
  const { values } = parseArgs({
    args: [...args],
    options: { practice: { type: 'boolean', default: false } },
    strict: false,
  });
  return { practice: values['practice'] === true };
}
