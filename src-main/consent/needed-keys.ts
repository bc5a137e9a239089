import type { KeySource, NeededKey } from '../contract/consent.ts';
import type { LockDocument } from '../contract/lock.ts';
import type { VaultView } from '../contract/vault.ts';

/** Where keys may be. */
export interface KeySources {
  /** Names that are set where the program will run. */
  readonly environment: ReadonlySet<string>;
  readonly vault: VaultView;
}

/** What a lock asks for and where each key is: environment, then lock, then vault. Decides nothing. */
export function neededKeys(
  { credentials }: Pick<LockDocument, 'credentials'>,
  sources: KeySources,
  isAllowed: (key: string, source: KeySource) => boolean,
): NeededKey[] {
  return Object.entries(credentials).map(([name, { value, why }]) => {
    const found = placeOf(name, value !== null, sources);
    return { name, why, ...found, allowed: found.source !== null && isAllowed(name, found.source) };
  });
}

function placeOf(
  name: string,
  isHeld: boolean,
  { environment, vault }: KeySources,
): Pick<NeededKey, 'source' | 'problem' | 'expiresAt'> {
  if (environment.has(name)) return { source: 'environment', problem: null, expiresAt: null };
  if (isHeld) return { source: 'lock', problem: null, expiresAt: null };
  const key = vault.keys.find((one) => one.name === name);
  const nowhere = (problem: string) => ({ source: null, problem, expiresAt: null });
  if (key === undefined) return nowhere(`It is nowhere. Keep it with: backbone key add ${name}`);
  const { expiresAt } = key;
  switch (key.is) {
    case 'found':
      return { source: 'vault', problem: null, expiresAt };
    case 'unknown':
      return { source: 'vault', problem: vault.says, expiresAt };
    case 'missing':
    case 'empty':
      return nowhere(
        `The vault knows it, but its value is ${key.is}. Put it back with: backbone key rotate ${name}`,
      );
  }
}
