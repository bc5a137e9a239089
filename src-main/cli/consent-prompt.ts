import { BackboneError } from '../base/errors.ts';
import { plainLine, plainText } from '../base/plain-text.ts';
import type { ConsentGiven, ConsentPlan, Injection, NeededKey, Verdict } from '../contract/consent.ts';
import type { LockChange } from '../contract/lock.ts';
import type { Person } from './person.ts';
import { moment } from './text/age.ts';
import { indented } from './text/lines.ts';

/** What gets the keys. */
export interface ConsentSubject {
  /** The program of a run, or an agent's runtime. */
  readonly program: string;
  readonly injection: Injection;
}

/** What a person has to decide before anything can start. */
export interface Undecided {
  /** Null when the lock may be used as it is. */
  readonly lock: NonNullable<ConsentPlan['lock']> | null;
  readonly keys: readonly NeededKey[];
}

/** What of a plan is neither allowed for good nor said by `given`. A key that is nowhere needs no answer. */
export function undecidedOf({ lock, keys }: ConsentPlan, given: ConsentGiven): Undecided {
  const isNew = lock !== null && lock.standing !== 'own' && lock.standing !== 'accepted';
  return {
    lock: isNew && given.accept !== lock.digest ? lock : null,
    keys: keys.filter(
      ({ name, source, allowed }) =>
        source !== null && !allowed && !given.allowAll && given.verdicts[name] === undefined,
    ),
  };
}

const standings = {
  own: 'was sealed on this machine',
  accepted: 'was accepted',
  new: 'was not sealed on this machine, and nobody has accepted it yet',
  changed: 'is another one than the one that was sealed here or accepted',
} as const;

/** One change in words, with the whole text of a trait: it is what the agent would be told. */
function changeText({ says, after }: LockChange): string {
  const line = `- ${plainLine(says, 1000)}`;
  return after === null ? line : `${line}\n${indented(plainText(after), 4)}`;
}

const ways: Readonly<Record<Injection, string>> = {
  env: 'in its environment',
  fd: 'on a descriptor',
  file: 'in a private file',
};

const places: Readonly<Record<NonNullable<NeededKey['source']>, string>> = {
  environment: 'your environment',
  lock: 'the lock',
  vault: 'the vault',
};

function keyText({ name, source, why, expiresAt }: NeededKey, subject: ConsentSubject): string {
  const place = source === null ? '' : ` from ${places[source]}`;
  return [
    `${plainLine(subject.program, 200)} would get ${name}${place}, ${ways[subject.injection]}.`,
    ...(why === null ? [] : [`  The lock says why: ${plainLine(why, 500)}`]),
    ...(expiresAt === null ? [] : [`  It expires at ${moment(expiresAt)}.`]),
  ].join('\n');
}

/** Asks until one of the words, or its first letter, is answered; null when the person gives up. */
async function choose<T extends string>(
  person: Person,
  question: string,
  words: readonly T[],
): Promise<T | null> {
  for (;;) {
    const answer = (await person.ask(question))?.toLowerCase();
    if (answer === undefined) return null;
    const word = words.find((one) => one === answer || one.charAt(0) === answer);
    if (word !== undefined) return word;
    person.say(`Answer with one of: ${words.join(', ')}.`);
  }
}

/**
 * Asks the person at the terminal for everything that `plan` needs and `given` does not say.
 * @returns what was given with the answers; null when the person gave up
 * @throws consent_denied when the person does not accept the lock
 */
export async function askConsent(
  plan: ConsentPlan,
  given: ConsentGiven,
  subject: ConsentSubject,
  person: Person,
): Promise<ConsentGiven | null> {
  const { lock, keys } = undecidedOf(plan, given);
  if (lock !== null) {
    person.say(`${plainLine(lock.file, 4096)} ${standings[lock.standing]}. It says:`);
    for (const change of lock.changes) person.say(changeText(change));
    const answer = await choose(person, 'Use it as it is? (yes, no) ', ['yes', 'no']);
    if (answer === null) return null;
    if (answer === 'no')
      throw new BackboneError('consent_denied', 'You did not accept the lock, so nothing was started.');
  }
  const answers: Record<string, Verdict> = { ...given.verdicts };
  for (const key of keys) {
    person.say(keyText(key, subject));
    const verdict = await choose(
      person,
      'Allow it? (once, always: until the lock or the folder changes, deny) ',
      ['once', 'always', 'deny'],
    );
    if (verdict === null) return null;
    answers[key.name] = verdict;
  }
  return { ...given, verdicts: answers, accept: lock?.digest ?? given.accept };
}

/**
 * The failure of a start for which nobody can be asked.
 * @param undecided at least one thing
 */
export function consentNeeded({ lock, keys }: Undecided): BackboneError {
  const names = keys.map(({ name }) => name);
  const what = [
    ...(lock === null ? [] : [`${plainLine(lock.file, 4096)} ${standings[lock.standing]}`]),
    ...(names.length === 0 ? [] : [`nobody has allowed ${names.join(', ')}`]),
  ].join(', and ');
  const flags = [
    ...(lock === null ? [] : [`--accept-lock ${lock.digest}`]),
    ...names.map((name) => `--allow ${name}`),
  ].join(' ');
  return new BackboneError(
    'consent_needed',
    `${what}, so nothing was started. Run it on a terminal, or say so with: ${flags}`,
    { details: lock?.changes.map(({ says }) => says) ?? [] },
  );
}
