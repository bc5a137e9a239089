import { plainLine, plainText } from '../base/plain-text.ts';
import type { LockChange } from '../contract/lock.ts';
import type { LockOutline } from './outline.ts';

type Change = LockChange['change'];
type Credential = LockOutline['credentials'][number];

/** A name or a short text of a lock, which anyone may have written. */
const shown = (text: string): string => plainLine(text, 120);

function change(part: LockChange['part'], kind: Change, name: string, says: string): LockChange {
  return { part, change: kind, name: plainLine(name, 300), says, before: null, after: null };
}

interface Pair<T> {
  readonly name: string;
  readonly before: T | null;
  readonly after: T | null;
}

/** Both sides under their names: first what is there now, in its order, then what is gone. */
function paired<T extends { readonly name: string }>(before: readonly T[], after: readonly T[]): Pair<T>[] {
  const earlier = new Map(before.map((one) => [one.name, one]));
  const now = after.map((one) => ({ name: one.name, before: earlier.get(one.name) ?? null, after: one }));
  const names = new Set(after.map(({ name }) => name));
  const gone = before.filter(({ name }) => !names.has(name));
  return [...now, ...gone.map((one) => ({ name: one.name, before: one, after: null }))];
}

function kindOf({ before, after }: Pair<unknown>): Change {
  if (before === null) return 'added';
  return after === null ? 'removed' : 'changed';
}

function whyOf({ why }: Credential): string {
  return why === null || why === '' ? '' : `, and says: “${shown(why)}”`;
}

/** What is different about one key; null when nothing is. */
function credentialSays({ name, before, after }: Pair<Credential>): string | null {
  if (after === null) return `Does not ask for ${name} any more.`;
  if (before === null)
    return after.proof === null
      ? `Asks for ${name}${whyOf(after)}.`
      : `Brings a value for ${name}${whyOf(after)}.`;
  const says: string[] = [];
  if (before.proof !== after.proof) {
    if (after.proof === null) says.push(`Asks for ${name} instead of bringing a value for it.`);
    else if (before.proof === null) says.push(`Brings a value for ${name} instead of asking for it.`);
    else says.push(`Brings another value for ${name}.`);
  }
  if (before.why !== after.why) {
    if (after.why === null) says.push(`Does not say any more what ${name} is for.`);
    else says.push(`Says of ${name} now: “${shown(after.why)}”.`);
  }
  return says.length === 0 ? null : says.join(' ');
}

function credentialChanges(before: LockOutline | null, after: LockOutline): LockChange[] {
  return paired(before?.credentials ?? [], after.credentials).flatMap((pair) => {
    const says = credentialSays(pair);
    return says === null ? [] : [change('credential', kindOf(pair), pair.name, says)];
  });
}

const traitSays: Readonly<Record<Change, (name: string) => string>> = {
  added: (name) => `Has the trait ${name}.`,
  removed: (name) => `Has no trait ${name} any more.`,
  changed: (name) => `Has another text for the trait ${name}.`,
};

/** Traits that a runtime is given as instructions. The others are only carried. */
const told: readonly string[] = ['system_prompt', 'tone'];

function sayTrait(kind: Change, name: string): string {
  const says = traitSays[kind](shown(name));
  return kind !== 'removed' && told.includes(name) ? `${says} The agent is told it.` : says;
}

function traitChanges(before: LockOutline | null, after: LockOutline): LockChange[] {
  return paired(before?.personality ?? [], after.personality)
    .filter((pair) => pair.before?.text !== pair.after?.text)
    .map((pair) => ({
      ...change('personality', kindOf(pair), pair.name, sayTrait(kindOf(pair), pair.name)),
      before: pair.before === null ? null : plainText(pair.before.text),
      after: pair.after === null ? null : plainText(pair.after.text),
    }));
}

const memorySays: Readonly<Record<Change, (name: string) => string>> = {
  added: (name) => `Remembers “${name}”.`,
  removed: (name) => `Does not remember “${name}” any more.`,
  changed: (name) => `Remembers something else under “${name}”.`,
};

function memoryChanges(before: LockOutline | null, after: LockOutline): LockChange[] {
  return paired(before?.memory ?? [], after.memory)
    .filter((pair) => pair.before?.proof !== pair.after?.proof)
    .map((pair) => change('memory', kindOf(pair), pair.name, memorySays[kindOf(pair)](shown(pair.name))));
}

function recipientChanges(before: LockOutline | null, after: LockOutline): LockChange[] {
  const named = (outline: LockOutline | null) => (outline?.recipients ?? []).map((name) => ({ name }));
  return paired(named(before), named(after))
    .filter((pair) => kindOf(pair) !== 'changed')
    .map((pair) => {
      const says =
        pair.after === null
          ? `Is not sealed to ${pair.name} any more; a copy from before still opens with it.`
          : `Is sealed to ${pair.name}: whoever has its other half reads everything in the lock.`;
      return change('recipient', kindOf(pair), pair.name, says);
    });
}

function sealingChanges(before: LockOutline | null, after: LockOutline): LockChange[] {
  const name = after.recipients === null ? 'passphrase' : 'recipients';
  if (before === null)
    return name === 'passphrase' ? [change('sealing', 'added', name, 'Is sealed with a passphrase.')] : [];
  if ((before.recipients === null) === (after.recipients === null)) return [];
  const says =
    name === 'passphrase'
      ? 'Is sealed with a passphrase now, and to no recipients any more.'
      : 'Is sealed to recipients now, and with no passphrase any more.';
  return [change('sealing', 'changed', name, says)];
}

/**
 * What is different, in words for people; empty when nothing is. No value of a key is in it, and every text is plain.
 * @param before null: everything is new
 * @param after made with the same key as `before`
 */
export function diffLocks(before: LockOutline | null, after: LockOutline): LockChange[] {
  return [
    ...sealingChanges(before, after),
    ...recipientChanges(before, after),
    ...credentialChanges(before, after),
    ...traitChanges(before, after),
    ...memoryChanges(before, after),
  ];
}
