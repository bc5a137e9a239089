import { randomBytes, scrypt } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { type Identity, type Recipient, Stanza } from 'age-encryption';
import { BackboneError } from '../base/errors.ts';
import { KeyedLock } from '../base/keyed-lock.ts';
import { corrupted, shownFile } from './failures.ts';

/** Work of a new lock, as a power of two: more than half a second and 256 MiB. What the age program uses. */
const usualWork = 18;
/** Most work that is done for a lock of someone else: some seconds and 1 GiB. */
const mostWork = 20;
const label = Buffer.from('age-encryption.org/v1/scrypt');
const saltLength = 16;
/** Each key wraps one file key, so that age gives no nonce of its own. */
const nonce = new Uint8Array(12);

/** One at a time in this process: each takes much memory. */
const turns = new KeyedLock();

/** Runs on a thread of Node's own; the event loop goes on. The caller wipes the result. */
function wrappingKey(passphrase: string, salt: Uint8Array, work: number): Promise<Buffer> {
  const N = 2 ** work;
  const secret = Buffer.from(passphrase);
  return turns.run(
    'scrypt',
    () =>
      new Promise((resolve, reject) => {
        const options = { N, r: 8, p: 1, maxmem: 2 * 128 * 8 * N };
        scrypt(secret, Buffer.concat([label, salt]), 32, options, (error, key) => {
          secret.fill(0);
          if (error === null) resolve(key);
          else reject(error);
        });
      }),
  );
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

interface ScryptStanza {
  readonly salt: Buffer;
  /** Power of two. */
  readonly work: number;
  readonly body: Uint8Array;
}

/** @throws lock_corrupted */
function scryptStanza(stanzas: readonly Stanza[], file: string): ScryptStanza {
  const [stanza, ...others] = stanzas;
  const [kind, encodedSalt = '', work = '', ...more] = stanza?.args ?? [];
  const salt = Buffer.from(encodedSalt, 'base64');
  const isWhole =
    stanza?.body.length === 32 &&
    kind === 'scrypt' &&
    salt.length === saltLength &&
    unpadded(salt) === encodedSalt &&
    /^[1-9][0-9]?$/.test(work);
  if (!isWhole || others.length > 0 || more.length > 0)
    throw corrupted(file, 'how it was sealed with a passphrase is not told as age tells it.');
  if (Number(work) > mostWork)
    throw corrupted(file, `its passphrase asks for more work (2^${work}) than anyone needs (2^${mostWork}).`);
  return { salt, work: Number(work), body: stanza.body };
}

/**
 * age's way of opening with a passphrase. The library's own would stop the event loop for seconds.
 * @param file path, for messages
 */
export function passphraseIdentity(passphrase: string | undefined, file: string): Identity {
  return {
    async unwrapFileKey(stanzas) {
      const { salt, work, body } = scryptStanza(stanzas, file);
      if (passphrase === undefined)
        throw new BackboneError(
          'passphrase_needed',
          `${shownFile(file)} is sealed with a passphrase. Give it when asked, or in AGENT_MASTER_KEY.`,
        );
      const key = await wrappingKey(passphrase, salt, work);
      try {
        return chacha20poly1305(key, nonce).decrypt(body);
      } catch {
        // A changed salt or body cannot be told from another passphrase: nothing but the passphrase vouches for them.
        throw new BackboneError(
          'wrong_passphrase',
          `That passphrase does not open ${shownFile(file)}. Nothing was changed; try again.`,
        );
      } finally {
        key.fill(0);
      }
    },
  };
}

/** age's way of sealing with a passphrase. @param work power of two */
export function passphraseRecipient(passphrase: string, work = usualWork): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(saltLength);
      const key = await wrappingKey(passphrase, salt, work);
      try {
        const body = chacha20poly1305(key, nonce).encrypt(fileKey);
        return [new Stanza(['scrypt', unpadded(salt), String(work)], body)];
      } finally {
        key.fill(0);
      }
    },
  };
}
