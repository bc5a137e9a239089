import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BackboneError } from '../base/errors.ts';
import type { KeyPlace } from './key-place.ts';
import { type SecretPlace, type SecretReading, secretError } from './secret-place.ts';

/** Under which all items of ours are kept. No other program may use it. */
const service = 'backbone-desktop';
/** Longest wait for the keyring, milliseconds: it may be asking the person to unlock it. */
const patience = 30_000;

/** The part of keytar that is used. `findCredentials` is not: it ends the process when the keyring is locked. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Loaded when first needed: without the system's libsecret it cannot be loaded at all. */
async function loadKeytar(): Promise<Keytar> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 200);
}

/** What a refusal of the system means; it only has words. */
function refusal(error: unknown): Extract<SecretReading, { is: 'locked' | 'absent' }> {
  const reason = oneLine(error);
  return /locked|dismissed|cancel|timed out/i.test(reason)
    ? { is: 'locked' }
    : { is: 'absent', reason: /[.!?]$/.test(reason) ? reason : `${reason}.` };
}

async function bounded<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = delay(patience, null, { signal: timer.signal, ref: false }).then(() => {
    throw new Error('The keyring timed out.');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}

/**
 * The OS keychain.
 * @param root data directory; each has accounts of its own, so that two never share a secret
 */
export function keychainPlace(
  root: string,
  load: () => Promise<Keytar> = loadKeytar,
): SecretPlace & Pick<KeyPlace, 'remove'> {
  const owner = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const accountOf = (name: string): string => `${owner}/${name}`;

  /** keytar says null for a locked keyring as well as for a missing item. Only a write tells them apart. */
  async function missingOrLocked(keytar: Keytar): Promise<SecretReading> {
    const probe = accountOf(`probe-${process.pid}`);
    await bounded(keytar.setPassword(service, probe, 'probe'));
    await bounded(keytar.deletePassword(service, probe));
    return { is: 'missing' };
  }

  const read: SecretPlace['read'] = async (name) => {
    try {
      const keytar = await load();
      const value = await bounded(keytar.getPassword(service, accountOf(name)));
      if (value === null) return await missingOrLocked(keytar);
      return value === '' ? { is: 'empty' } : { is: 'found', value };
    } catch (error) {
      return refusal(error);
    }
  };

  return {
    backend: 'keychain',
    read,
    async write(name, value) {
      if (value === '') throw new BackboneError('invalid_input', 'An empty value cannot be kept as a key.');
      try {
        const keytar = await load();
        await bounded(keytar.setPassword(service, accountOf(name), value));
      } catch (error) {
        throw secretError(name, refusal(error));
      }
    },
    async remove(name) {
      try {
        const keytar = await load();
        const removed = await bounded(keytar.deletePassword(service, accountOf(name)));
        // False for a locked keyring as well as for what is not there.
        const left = removed ? { is: 'missing' as const } : await read(name);
        if (left.is === 'locked' || left.is === 'absent') throw secretError(name, left);
      } catch (error) {
        if (error instanceof BackboneError) throw error;
        throw secretError(name, refusal(error));
      }
    },
  };
}
