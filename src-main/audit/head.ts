import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { hex } from './record.ts';

/** The end of a log, and where what is kept of it begins. */
export interface Head {
  /** Identity of the log, 16 bytes. */
  readonly log: Uint8Array;
  /** The oldest record that must be there. */
  readonly first: number;
  /** The newest record; 0 for a log without one. */
  readonly number: number;
  /** Its hash. */
  readonly hash: Uint8Array;
}

/** An Ed25519 signature and the public key that made it, raw bytes. */
export interface Signature {
  readonly signer: Uint8Array;
  readonly bytes: Uint8Array;
}

/** What stands before a raw key in PKCS #8 and in SubjectPublicKeyInfo for Ed25519 (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');
const seedLength = 32;

function messageOf(head: Head): Buffer {
  const numbers = Buffer.alloc(16);
  numbers.writeBigUInt64BE(BigInt(head.first), 0);
  numbers.writeBigUInt64BE(BigInt(head.number), 8);
  return Buffer.concat([Buffer.from('backbone-audit-head-1\n'), head.log, numbers, head.hash]);
}

/** Signs heads. Made from a 32 byte seed that is kept among our own secrets. */
export class HeadSigner {
  readonly #key: KeyObject;
  /** Raw public key, 32 bytes. */
  readonly signer: Uint8Array;

  private constructor(seed: Uint8Array) {
    this.#key = createPrivateKey({
      key: Buffer.concat([privatePrefix, seed]),
      format: 'der',
      type: 'pkcs8',
    });
    this.signer = createPublicKey(this.#key)
      .export({ format: 'der', type: 'spki' })
      .subarray(publicPrefix.length);
  }

  /** A new seed, as `fromText` takes it. */
  static newText(): string {
    return randomBytes(seedLength).toString('base64url');
  }

  /** Null when `text` is no seed. */
  static fromText(text: string): HeadSigner | null {
    const seed = Buffer.from(text, 'base64url');
    return seed.length === seedLength ? new HeadSigner(seed) : null;
  }

  sign(head: Head): Signature {
    return { signer: this.signer, bytes: sign(null, messageOf(head), this.#key) };
  }

  get fingerprint(): string {
    return hex(this.signer);
  }
}

/** True when the signature was made over exactly this head by the key it names. */
export function isSigned(head: Head, signature: Signature): boolean {
  if (signature.signer.length !== seedLength || signature.bytes.length !== 64) return false;
  const key = createPublicKey({
    key: Buffer.concat([publicPrefix, signature.signer]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, messageOf(head), key, signature.bytes);
}
