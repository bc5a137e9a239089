import { BackboneError } from '../base/errors.ts';

/** What a place answers when it is asked for a secret. None of these may be taken for another. */
export type SecretReading =
  | { readonly is: 'found'; readonly value: string }
  /** The place is open, and there is nothing of that name. */
  | { readonly is: 'missing' }
  /** There is something of that name, and it is empty. */
  | { readonly is: 'empty' }
  /** The place is closed; whether it holds the secret is not known. */
  | { readonly is: 'locked' }
  /** There is no such place on this machine now; `reason` is the system's own line. */
  | { readonly is: 'absent'; readonly reason: string };

/** Which kind of place keeps our secrets. */
export type SecretBackend = 'keychain' | 'environment';

/** Where secrets of ours are kept. Names look like environment names and begin with `BACKBONE_`. */
export interface SecretPlace {
  readonly backend: SecretBackend;
  /** Never rejects for a reason outside of a bug: whatever the place answers is a reading. */
  read(name: string): Promise<SecretReading>;
  /** @throws keyring_absent, keyring_locked; not_private for a file */
  write(name: string, value: string): Promise<void>;
}

const mend = 'Start one (GNOME Keyring, KWallet or KeePassXC) and try again.';

/** The refusal that belongs to a reading without a value. */
export function secretError(name: string, reading: Exclude<SecretReading, { is: 'found' }>): BackboneError {
  switch (reading.is) {
    case 'absent':
      return new BackboneError('keyring_absent', `No keyring service answers: ${reading.reason} ${mend}`);
    case 'locked':
      return new BackboneError('keyring_locked', 'The keyring is locked. Unlock it and try again.');
    case 'missing':
      return new BackboneError('key_missing', `${name} is not where it was put. Restore it from a backup.`);
    case 'empty':
      return new BackboneError('key_empty', `${name} is there, but empty. Restore it from a backup.`);
  }
}
