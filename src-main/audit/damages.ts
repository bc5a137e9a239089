import type { Damage, DamageKind } from '../contract/audit.ts';

const sentences: Readonly<Record<DamageKind, (number: number | null) => string>> = {
  changed: (number) => `Entry ${number} was changed.`,
  removed: (number) => `Entry ${number} was taken out; later ones are there.`,
  inserted: (number) => `Entry ${number} was put in afterwards.`,
  reordered: (number) => `Entry ${number} is not in its place.`,
  truncated: (number) => `The end of the log was cut off: entry ${number} is the first that is missing.`,
  swapped: (number) =>
    number === null
      ? 'Another log lies in the place of this one.'
      : `Entry ${number} is not the one that was written: another version of the log lies in its place.`,
  key_mismatch: (number) =>
    `The segment that begins at ${number} was not sealed to this identity, so its entries cannot be read.`,
  anchor_missing: () => 'The signed head of the log is gone, so nobody can tell whether the end was cut off.',
  anchor_forged: () => 'The signed head of the log was not written by this machine.',
};

/** @param number the first bad or missing record; null when the damage is not in a record */
export function damageOf(kind: DamageKind, number: number | null = null): Damage {
  return { kind, number, says: sentences[kind](number) };
}
