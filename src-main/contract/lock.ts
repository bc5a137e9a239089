import { z } from 'zod';
import { keyName, keyValue } from './key-name.ts';

/** The version that this Backbone writes. */
export const lockVersion = 1;

/** Most keys that a lock may ask for: a person is asked about each. */
export const mostKeys = 100;

/** A record of at most `most` entries. */
function atMost<T extends z.ZodType<Readonly<Record<string, unknown>>>>(most: number, record: T): T {
  return record.refine((value) => Object.keys(value).length <= most, `It has more than ${most} entries.`);
}

/** Public key of age, `age1…`. */
export const recipient = z
  .string()
  .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'A recipient is an age public key: age1 and 58 characters.');

/** Name of a trait: `system_prompt` and `tone` are known to Backbone, others are only carried. */
export const traitName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'A trait’s name has small letters, digits and "_".');
export const personality = atMost(64, z.record(traitName, z.string().max(262_144)));
export type Personality = z.infer<typeof personality>;

/** Name of one thing that is remembered. */
export const memoryName = z
  .string()
  .min(1)
  .max(256)
  .refine((name) => !/\p{Cc}/u.test(name), 'A name cannot hold control characters.')
  .refine(
    (name) => name !== '__proto__',
    'That name means something else to JavaScript. Choose another one.',
  );
export const memory = atMost(10_000, z.record(memoryName, z.json()));
export type Memory = z.infer<typeof memory>;

/** What an agent asks for, or brings with it. */
export const credential = z.strictObject({
  /** The key itself; null when the lock only asks for it. */
  value: keyValue.nullable(),
  /** What it is for, in the words of who made the lock; null when nothing is said. */
  why: z.string().max(500).nullable(),
});

/** What is inside of an `agent.lock`. */
export const lockDocument = z.strictObject({
  version: z.literal(lockVersion),
  /** To whom it is sealed; null: to a passphrase. age does not tell it, so it stands inside. */
  recipients: z.array(recipient).min(1).max(100).nullable(),
  credentials: atMost(mostKeys, z.record(keyName, credential)),
  personality,
  memory,
});
export type LockDocument = z.infer<typeof lockDocument>;

/** How a lock is opened when this machine's identity does not do it. */
export const lockUnlock = z.strictObject({
  passphrase: z.string().min(1).max(1024).optional(),
  /** `AGE-SECRET-KEY-1…` */
  identity: z.string().max(256).optional(),
});
export type LockUnlock = z.infer<typeof lockUnlock>;

/** One difference between two locks, or between nothing and a lock. */
export const lockChange = z.strictObject({
  part: z.enum(['credential', 'personality', 'memory', 'recipient', 'sealing']),
  change: z.enum(['added', 'removed', 'changed']),
  /** The key, the trait, the memory or the recipient. */
  name: z.string(),
  /** One line for people. Never a key's value. */
  says: z.string(),
  /** The whole text of a trait, plain; null where there is none, and for everything else. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type LockChange = z.infer<typeof lockChange>;

/**
 * Whether a lock may be used. `own`: this machine sealed it so; `accepted`: a person accepted it so; `new`: nobody has
 * yet; `changed`: it is another than the one that was sealed here or accepted.
 */
export const lockStanding = z.enum(['own', 'accepted', 'new', 'changed']);
export type LockStanding = z.infer<typeof lockStanding>;

/** A lock as the doors show it: everything but the values of keys. */
export const lockView = z.strictObject({
  /** Absolute path of the file. */
  file: z.string(),
  bytes: z.number().int(),
  /** Epoch milliseconds. */
  modifiedAt: z.number().int(),
  /** SHA-256 of the file, hexadecimal. */
  digest: z.string(),
  version: z.number().int(),
  sealedTo: z.discriminatedUnion('is', [
    z.strictObject({ is: z.literal('passphrase') }),
    z.strictObject({
      is: z.literal('recipients'),
      recipients: z.array(z.strictObject({ recipient: z.string(), isThisMachine: z.boolean() })),
      /** How many more the file is sealed to than it names. */
      unnamed: z.number().int(),
    }),
  ]),
  credentials: z.array(
    z.strictObject({
      name: z.string(),
      /** `asked`: the lock only asks for it; `held`: it brings the value. */
      is: z.enum(['asked', 'held']),
      why: z.string().nullable(),
    }),
  ),
  personality,
  memory: z.array(z.strictObject({ name: z.string(), bytes: z.number().int() })),
  standing: lockStanding,
  /** What is different from the lock that was last sealed here or accepted; from nothing when there is none. */
  changes: z.array(lockChange),
});
export type LockView = z.infer<typeof lockView>;
