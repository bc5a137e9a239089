import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { z } from 'zod';
import { BackboneError } from '../base/errors.ts';
import { readPrivateFile, writePrivateFile } from '../base/private-files.ts';
import { environmentPlace } from './environment-place.ts';
import { keychainPlace } from './keychain.ts';
import { plaintextKeyring } from './plaintext-keyring.ts';
import { type SecretBackend, type SecretPlace, secretError } from './secret-place.ts';

/** Name of the identity, in the keychain and in `.env` alike. */
export const machineIdentityName = 'BACKBONE_MACHINE_IDENTITY';

/** The file with the public half. It says which place keeps the other half, so that a closed one is not taken for none. */
const machineFile = z.strictObject({
  recipient: z.string().regex(/^age1[0-9a-z]+$/),
  backend: z.enum(['keychain', 'environment']),
});
type MachineFile = z.infer<typeof machineFile>;

/** This machine's age identity. Sealing needs `recipient` alone; `identity` is fetched when something is opened. */
export interface MachineIdentity {
  /** `age1…`, public. */
  readonly recipient: string;
  readonly backend: SecretBackend;
  /** Where the backend keeps it; a room may keep further secrets of ours there. */
  readonly place: SecretPlace;
  /**
   * `AGE-SECRET-KEY-1…`, fetched anew each time.
   * @throws keyring_absent, keyring_locked, key_missing, key_empty
   */
  identity(): Promise<string>;
}

export interface MachineIdentityOptions {
  /** Data directory, which must be there. */
  readonly root: string;
  /** File for the public half. */
  readonly machine: string;
  readonly environmentFile: string;
  /** Default: the OS keychain. */
  readonly keychain?: SecretPlace;
  /** Environment of this process, which says where the keyring's files lie. Default: the real one. */
  readonly system?: NodeJS.ProcessEnv;
}

async function recipientOf(identity: string): Promise<string> {
  try {
    return await identityToRecipient(identity);
  } catch (error) {
    throw new BackboneError(
      'key_empty',
      `${machineIdentityName} is there, but it is no age identity. Restore it from a backup.`,
      { cause: error },
    );
  }
}

function readMachineFile(file: string): MachineFile | null {
  const bytes = readPrivateFile(file);
  if (bytes === null) return null;
  try {
    return machineFile.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new BackboneError(
      'key_empty',
      `${file} does not name this machine's key. Move it away: Backbone writes it anew from the key itself.`,
      { cause: error },
    );
  }
}

/** This machine's public half; null when it has none yet. @throws key_empty, not_private */
export function knownRecipient(file: string): string | null {
  return readMachineFile(file)?.recipient ?? null;
}

/** The identity that a place already holds, or a new one that it now holds. */
async function identityIn(place: SecretPlace): Promise<string> {
  const before = await place.read(machineIdentityName);
  if (before.is === 'found') return before.value;
  if (before.is !== 'missing') throw secretError(machineIdentityName, before);
  const identity = await generateX25519Identity();
  await place.write(machineIdentityName, identity);
  const after = await place.read(machineIdentityName);
  if (after.is !== 'found') throw secretError(machineIdentityName, after);
  return after.value;
}

/** The keychain where it can be used and seals what it keeps, else `.env`; an identity that is already in `.env` stays there. */
async function choosePlace(
  keychain: SecretPlace,
  environment: SecretPlace,
  system: NodeJS.ProcessEnv,
): Promise<SecretPlace> {
  const kept = await environment.read(machineIdentityName);
  if (kept.is !== 'missing' || plaintextKeyring(system) !== null) return environment;
  const { is } = await keychain.read(machineIdentityName);
  return is === 'locked' || is === 'absent' ? environment : keychain;
}

/**
 * This machine's identity, made at the first call. Where it was put then is where it is looked for ever after: a
 * keyring that is locked today never leads to a second identity.
 * @throws not_private; at the first call also keyring_absent, keyring_locked, key_empty
 */
export async function openMachineIdentity(options: MachineIdentityOptions): Promise<MachineIdentity> {
  const environment = environmentPlace(options.environmentFile);
  const keychain = options.keychain ?? keychainPlace(options.root);
  let kept = readMachineFile(options.machine);
  if (kept === null) {
    const place = await choosePlace(keychain, environment, options.system ?? process.env);
    kept = { recipient: await recipientOf(await identityIn(place)), backend: place.backend };
    writePrivateFile(options.machine, `${JSON.stringify(kept)}\n`);
  }
  const { recipient, backend } = kept;
  const place = backend === 'keychain' ? keychain : environment;
  return {
    recipient,
    backend,
    place,
    async identity() {
      const reading = await place.read(machineIdentityName);
      if (reading.is !== 'found') throw secretError(machineIdentityName, reading);
      if ((await recipientOf(reading.value)) === recipient) return reading.value;
      throw new BackboneError(
        'key_missing',
        `${machineIdentityName} is another key than the one that ${options.machine} names. Restore the right one.`,
      );
    },
  };
}
