import { z } from 'zod';

/** Why a line of an old log could not be read. */
export const unreadReason = z.enum([
  /** Longer than any line that Backpack wrote. */
  'too_long',
  /** Not in the form that Backpack wrote. */
  'malformed',
  /** Sealed with a key that was not given, or changed since it was sealed. */
  'not_opened',
  /** It was opened, and what is inside is no entry. */
  'no_entry',
]);
export type UnreadReason = z.infer<typeof unreadReason>;

const lineNumber = z.number().int().min(1);

/** One line of an audit log of Backpack 1.0, without key, salt and sealed bytes. */
export const oldLine = z.discriminatedUnion('is', [
  z.strictObject({
    is: z.literal('read'),
    line: lineNumber,
    /** When Backpack says it happened, epoch milliseconds. */
    at: z.number().int().min(0).max(8_640_000_000_000_000),
    /** Backpack's own word for what happened, such as `lock_created`. */
    event: z.string().max(200),
    /** One text for each detail, `name: value`. */
    details: z.array(z.string().max(2000)).max(50),
    /** `published`: sealed with the key that stands in Backpack's source, so anyone could have written it. */
    key: z.enum(['own', 'published']),
  }),
  z.strictObject({ is: z.literal('unread'), line: lineNumber, why: unreadReason }),
]);
export type OldLine = z.infer<typeof oldLine>;
