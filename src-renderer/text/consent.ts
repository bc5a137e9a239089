import type { Injection, KeySource } from '../../src-main/contract/consent.ts';
import type { LockStanding } from '../../src-main/contract/lock.ts';
import type { Question, QuestionSubject } from '../../src-main/contract/question.ts';
import type { ChangeGroup } from '../state/lock-changes.ts';

type KeySubject = Extract<QuestionSubject, { form: 'key' }>;

/** What gets a key or uses a lock: the launch of an agent, or a run. */
export type Wanting = 'launch' | 'run';

export function wantingOf({ agentId }: Question): Wanting {
  return agentId === null ? 'run' : 'launch';
}

const sources: Readonly<Record<KeySource, string>> = {
  environment: 'set where the program runs',
  lock: 'inside of its agent.lock',
  vault: 'in your vault',
};

const injections: Readonly<Record<Injection, string>> = {
  env: 'As an environment variable',
  fd: 'Through an open file descriptor',
  file: 'As a private file',
};

/** The card of a key. */
export const keyCard = {
  title: { launch: 'Give a key to an agent', run: 'Give a key to a program' },
  key: 'Key',
  source: (source: KeySource): string => sources[source],
  why: 'Why',
  noWhy: 'The lock does not say why.',
  how: 'How',
  howWords: ({ injection, program }: KeySubject, wanting: Wanting): string =>
    `${injections[injection]}, to ${program}, for this ${wanting} only`,
  effect: 'Once given',
  effectWords:
    'It can read the value and use it as it likes: print it, keep it, send it on. That cannot be taken back.',
  always: 'For longer',
  alwaysWords: {
    launch: 'Until its lock or folder changes: every later start gets it without asking.',
    run: 'Until its lock or folder changes: every later run in this folder gets it without asking.',
  },
  expires: 'Expires',
  expiresWords: (day: string, left: string): string => `${day}, in ${left}`,
  expired: (day: string): string => `It expired on ${day}. It may not be accepted any more.`,
  noExpiry: 'No date is known',
  line: (key: string): string => `Waits for a key: ${key}`,
  asked: (who: string, key: string): string => `${who} asks for the key ${key}`,
  waits: 'Waits for a key',
} as const;

const newLine = 'new here';
const changedLine = 'it changed';

/** The card of a lock that nobody has accepted as it is. */
export const lockCard = {
  title: (standing: LockStanding): string =>
    standing === 'changed' ? 'Use a lock that changed' : 'Use a lock that is new here',
  line: (standing: LockStanding): string =>
    `Waits for its lock: ${standing === 'changed' ? changedLine : newLine}`,
  asked: (who: string): string => `${who} asks to use its lock`,
  says: (standing: LockStanding): string =>
    standing === 'changed'
      ? 'It is not the lock that was sealed here or accepted before. Nothing proves who changed it.'
      : 'Nobody has accepted it on this machine. Nothing proves who sealed it.',
  grave: (keys: number, traits: number): string =>
    [
      ...(keys === 0 ? [] : [keys === 1 ? '1 key' : `${keys} keys`]),
      ...(traits === 0 ? [] : ['what the agent is told']),
    ].join(' and '),
  graveWords: (what: string): string => `Look at ${what} before you accept.`,
  file: 'File',
  abouts: {
    keys: 'Keys',
    told: 'What the agent is told',
    opens: 'Who can open it',
    remembered: 'What it remembers',
  } satisfies Record<ChangeGroup['about'], string>,
  before: (name: string): string => `${name}, before`,
  after: (name: string): string => `${name}, now`,
  text: (name: string): string => `${name}, whole`,
  theirs: 'in the words of whoever made the lock',
  more: (count: number): string => `and ${count} more, which "backbone lock diff" shows`,
  noChanges: 'Nothing of what it says is different; the file itself is.',
  accepted: 'If accepted',
  acceptedWords: 'Its personality is used. Each key that it asks for is asked for next, one by one.',
  denied: 'If denied',
  deniedWords: { launch: 'The agent is not started.', run: 'The program is not run.' },
} as const;

/** What stands in place of a terminal while a start or a run waits for its answers. */
export const unstarted = {
  label: 'Not started yet',
  title: { launch: 'Not started yet', run: 'Not running yet' },
  waits: {
    lock: {
      launch: 'Its folder has a lock that nobody has accepted as it is. Its program runs only after that.',
      run: 'The folder has a lock that nobody has accepted as it is. The program runs only after that.',
    },
    key: {
      launch: 'Its lock asks for a key. Its program runs only after every key is given or denied.',
      run: 'The folder’s lock asks for a key. The program runs only after every key is given or denied.',
    },
    nothing: {
      launch: 'Everything is answered. It starts now.',
      run: 'Nothing more is asked here. The program has gone on with its answers, or was given up.',
    },
  },
  /** The card of a lock says itself what its answers do. */
  answers: [
    ['Give', 'The key goes into the new program. Nothing else gets it.'],
    ['Deny', 'The program starts all the same, without this key.'],
  ],
  giveUp: 'Give up start',
  giveUpLabel: (name: string): string => `Give up start of ${name}`,
  giveUpText: '“Give up start” above takes the start back, with all that it asks.',
  endRun: 'To give it up, end “backbone run” where it was started.',
  after: (count: number): string => (count === 1 ? '1 more after this' : `${count} more after this`),
} as const;

/** A run outside of any agent. */
export const run = {
  name: (folder: string): string => `run in ${folder}`,
} as const;

/** Asking for the passphrase of a lock when an agent is started again. */
export const passphrase = {
  title: (name: string): string => `Open the lock of ${name}`,
  text: 'The folder’s agent.lock is sealed with a passphrase. It is used for this start and kept nowhere.',
  label: 'Passphrase',
  note: 'of the folder’s lock',
  hint: 'Used for this start, and kept nowhere.',
  start: (name: string): string => `Start ${name}`,
  cancel: 'Cancel',
} as const;
