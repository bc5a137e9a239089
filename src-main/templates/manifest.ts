import { z } from 'zod';
import { keyName } from '../contract/key-name.ts';

/** Plain name of a file or template: no path, nothing hidden. */
const plainName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
const line = z.string().min(1).max(300);

/** What a `template.json` holds. */
export const templateManifest = z
  .strictObject({
    /** That of its folder. */
    name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
    title: line,
    language: z.enum(['python', 'javascript', 'typescript', 'shell']),
    description: line,
    /** Keys that its lock asks for, and why. */
    keys: z.array(z.strictObject({ name: keyName, why: line })),
    personality: z.strictObject({ system_prompt: z.string().min(1).max(4000), tone: line }),
    /** Files of its own folder that are copied. */
    files: z.array(plainName).min(1),
    /** Files that templates share. */
    helpers: z.array(plainName),
    /** The file to run. */
    entry: plainName,
  })
  .refine(({ files, entry }) => files.includes(entry), 'The entry is none of the files.');
export type TemplateManifest = z.infer<typeof templateManifest>;

/** What `agent.json` in an agent's folder holds: all that a template's programs know of the agent. */
export const agentFile = z.strictObject({
  name: z.string().trim().min(1, 'The agent needs a name.').max(100, 'A name has at most 100 characters.'),
  template: z.string(),
});
