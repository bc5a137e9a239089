import { plainText } from '../base/plain-text.ts';
import type { LockChange, LockDocument, LockStanding, LockView } from '../contract/lock.ts';
import type { StoredLock } from './locks.ts';

/** How a lock stands on this machine. */
export interface StandingFound {
  readonly standing: LockStanding;
  readonly changes: readonly LockChange[];
}

function sealedTo({ document, unnamed }: StoredLock, machine: string): LockView['sealedTo'] {
  if (document.recipients === null) return { is: 'passphrase' };
  const recipients = document.recipients.map((recipient) => ({
    recipient,
    isThisMachine: recipient === machine,
  }));
  return { is: 'recipients', recipients, unnamed };
}

function credentialsOf({ credentials }: LockDocument): LockView['credentials'] {
  return Object.entries(credentials).map(([name, { value, why }]) => ({
    name,
    is: value === null ? 'asked' : 'held',
    why: why === null ? null : plainText(why),
  }));
}

/**
 * A lock as it is shown: everything but the values of keys and of what is remembered, every text plain.
 * @param machine this machine's recipient
 */
export function viewOf(lock: StoredLock, machine: string, { standing, changes }: StandingFound): LockView {
  const { file, bytes, modifiedAt, digest, document } = lock;
  return {
    file,
    bytes,
    modifiedAt,
    digest,
    version: document.version,
    sealedTo: sealedTo(lock, machine),
    credentials: credentialsOf(document),
    personality: Object.fromEntries(
      Object.entries(document.personality).map(([name, text]) => [name, plainText(text)]),
    ),
    memory: Object.entries(document.memory).map(([name, value]) => ({
      name: plainText(name),
      bytes: Buffer.byteLength(JSON.stringify(value)),
    })),
    standing,
    changes: [...changes],
  };
}
