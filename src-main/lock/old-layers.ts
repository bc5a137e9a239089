import { plainLine } from '../base/plain-text.ts';
import { keyNameProblem, keyValue } from '../contract/key-name.ts';
import { type LockDocument, memory, memoryName, personality, traitName } from '../contract/lock.ts';
import { reservedName } from './document.ts';

/** A layer of an old lock: names with anything. */
export type OldLayer = Readonly<Record<string, unknown>>;

/** What was taken over from one layer. */
export interface TakenOver<T> {
  readonly kept: T;
  /** One line each, for people: what is kept, what is left out, and why. */
  readonly says: readonly string[];
}

const shown = (name: string): string => `“${plainLine(name, 80)}”`;
const leftOut = (name: string, why: string): string => `${shown(name)} is left out: ${why}`;

/** How Backpack filled in a key that is kept elsewhere: nothing, its own name, or a word that says so. */
function isPlaceholder(name: string, value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'string') return false;
  const isName = value.toLowerCase() === name.toLowerCase();
  return value.trim() === '' || isName || /^placeholder([-_ ]|$)/i.test(value);
}

/** Placeholders become asked, values held. `valued` names, plain, everything that had a value, also what is left out. */
export function readCredentials(
  layer: OldLayer,
): TakenOver<LockDocument['credentials']> & { readonly valued: readonly string[] } {
  const kept: LockDocument['credentials'] = {};
  const says: string[] = [];
  const valued: string[] = [];
  for (const [name, value] of Object.entries(layer)) {
    const isAsked = isPlaceholder(name, value);
    if (!isAsked) valued.push(plainLine(name, 80));
    const problem = keyNameProblem(name);
    const found = keyValue.safeParse(value);
    if (problem !== null) says.push(leftOut(name, problem));
    else if (isAsked) {
      kept[name] = { value: null, why: null };
      says.push(`It asks for the key ${name}.`);
    } else if (found.success) {
      kept[name] = { value: found.data, why: null };
      says.push(`It holds a value for the key ${name}.`);
    } else says.push(leftOut(name, 'its value is no text that a program could be given.'));
  }
  return { kept, says, valued };
}

/** The nearest name that a trait may have. */
function traitNameOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 57);
  return traitName.safeParse(plain).success ? plain : `trait_${plain}`;
}

export function readPersonality(layer: OldLayer): TakenOver<LockDocument['personality']> {
  const kept: LockDocument['personality'] = {};
  const says: string[] = [];
  for (const [name, value] of Object.entries(layer)) {
    const fits = traitName.safeParse(name).success;
    const trait = fits ? name : traitNameOf(name);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (!fits && (Object.hasOwn(layer, trait) || Object.hasOwn(kept, trait)))
      says.push(leftOut(name, `the name is no trait’s, and ${trait} is there already.`));
    else if (!personality.safeParse({ [trait]: text }).success)
      says.push(leftOut(name, 'its text is longer than a trait may be.'));
    else {
      kept[trait] = text;
      says.push(
        fits ? `It has the trait ${trait}.` : `It has the trait ${shown(name)}, from now on called ${trait}.`,
      );
    }
  }
  return { kept, says };
}

/** A name that would be lost on the way, at any depth. */
function hasReservedName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, reservedName) || Object.values(value).some(hasReservedName);
}

export function readMemory(layer: OldLayer): TakenOver<LockDocument['memory']> {
  const kept: LockDocument['memory'] = {};
  const says: string[] = [];
  for (const [name, value] of Object.entries(layer)) {
    const found = memory.safeParse({ [name]: value });
    if (name === reservedName || hasReservedName(value))
      says.push(leftOut(name, `nothing in a lock may be called ${reservedName}.`));
    else if (!memoryName.safeParse(name).success || !found.success)
      says.push(leftOut(name, 'its name is empty, longer than 256 characters or has control characters.'));
    else {
      Object.assign(kept, found.data);
      says.push(`It remembers ${shown(name)}.`);
    }
  }
  return { kept, says };
}
