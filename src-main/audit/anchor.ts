import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { BackboneError } from '../base/errors.ts';
import type { Damage } from '../contract/audit.ts';
import { readEnvironmentFile, setEnvironmentValue } from '../secrets/environment-file.ts';
import { type Connection } from '../storage/connection.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { damageOf } from './damages.ts';
import { damagedError } from './end-check.ts';
import { type Head, HeadSigner, isSigned, type Signature } from './head.ts';
import { sharedPause } from './log-file.ts';
import { hashLength, idLength, nothingBefore, sameBytes } from './record.ts';

/** Name of the signing key's seed among our own secrets. */
export const signingKeyName = 'BACKBONE_AUDIT_SIGNING_KEY';

const schema = `
  CREATE TABLE head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    log BLOB NOT NULL, first INTEGER NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL,
    signer BLOB NOT NULL, signature BLOB NOT NULL
  ) STRICT;
`;

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const row = z.strictObject({
  id: z.literal(1),
  log: bytes.refine((value) => value.length === idLength),
  first: z.int().min(1),
  number: z.int().min(0),
  hash: bytes.refine((value) => value.length === hashLength),
  signer: bytes,
  signature: bytes,
});

/** What the anchor says: a head that was signed by us, or that there is none, or one that we did not sign. */
export type AnchorReading =
  | { readonly is: 'signed'; readonly head: Head }
  | { readonly is: 'missing' }
  | { readonly is: 'forged' };

/** The signed head of the log, in a file of its own. It never runs ahead of the log: it is written after it. */
export interface Anchor {
  readonly signer: HeadSigner;
  /** @throws storage_busy, storage_failed */
  read(): AnchorReading;
  /**
   * Moves the anchor to a later head, durably; of several processes the one that is furthest wins, and `first`
   * never goes back. @throws storage_busy, storage_failed; audit_damaged when the anchor is not ours.
   */
  advance(head: Head): Promise<void>;
  close(): Promise<void>;
}

function lostAnchor(is: 'missing' | 'forged'): Damage {
  return damageOf(is === 'missing' ? 'anchor_missing' : 'anchor_forged');
}

/** What is wrong with the anchor itself; null when it is signed. */
export function anchorDamage(reading: AnchorReading): Damage | null {
  if (reading.is === 'signed') return null;
  return lostAnchor(reading.is);
}

/** The head of a signed anchor. @throws audit_damaged for any other */
export function requireHead(reading: AnchorReading): Head {
  if (reading.is === 'signed') return reading.head;
  throw damagedError(lostAnchor(reading.is));
}

function readRow(connection: Connection, signer: HeadSigner): AnchorReading {
  const found = connection.prepare('SELECT * FROM head').get();
  if (found === undefined) return { is: 'missing' };
  const parsed = row.safeParse(found);
  if (!parsed.success) return { is: 'forged' };
  const { log, first, number, hash, signature } = parsed.data;
  const head: Head = { log, first, number, hash };
  const signed: Signature = { signer: parsed.data.signer, bytes: signature };
  const ours = sameBytes(signed.signer, signer.signer) && isSigned(head, signed);
  return ours ? { is: 'signed', head } : { is: 'forged' };
}

function writeRow(connection: Connection, signer: HeadSigner, head: Head): void {
  const { signer: key, bytes: signature } = signer.sign(head);
  connection
    .prepare('INSERT OR REPLACE INTO head VALUES (1, ?, ?, ?, ?, ?, ?)')
    .run(head.log, head.first, head.number, head.hash, key, signature);
}

function furthest(one: Head, other: Head): Head {
  const ahead = other.number > one.number ? other : one;
  return { ...ahead, first: Math.max(one.first, other.first) };
}

function anchorOf(database: Database, signer: HeadSigner): Anchor {
  return {
    signer,
    read: () => database.read((connection) => readRow(connection, signer)),
    advance: (head) =>
      database.write((connection) => {
        const found = readRow(connection, signer);
        if (found.is !== 'signed' || !sameBytes(found.head.log, head.log)) {
          throw new BackboneError(
            'audit_damaged',
            'The head of the audit log was replaced while it was in use. Run "backbone audit verify".',
          );
        }
        const next = furthest(found.head, head);
        if (next.number !== found.head.number || next.first !== found.head.first) {
          writeRow(connection, signer, next);
        }
      }),
    close: () => database.dispose(),
  };
}

function isUntouched(connection: Connection): boolean {
  const found = row.safeParse(connection.prepare('SELECT * FROM head').get());
  return !found.success || found.data.number === 0;
}

/**
 * Opens the anchor, or makes it with a new identity for the log and a new signing key. The anchor is written before
 * the key is stored: a key without an anchor then always means that somebody took the anchor away.
 * @param file where the anchor lies
 * @param environmentFile where our own secrets lie
 * @throws audit_damaged when the key is gone or no key; not_private, storage_busy, storage_failed
 */
export async function openAnchor(file: string, environmentFile: string): Promise<Anchor> {
  const kept = readEnvironmentFile(environmentFile)[signingKeyName];
  const text = kept ?? HeadSigner.newText();
  const signer = HeadSigner.fromText(text);
  if (signer === null) {
    throw new BackboneError(
      'audit_damaged',
      `${signingKeyName} in ${environmentFile} is not a signing key. Put the right line back, or begin a new log with "backbone audit restart".`,
    );
  }
  const existed = existsSync(file);
  const database = await openDatabase(file, { migrations: [schema], pause: sharedPause });
  try {
    if (kept === undefined) {
      if (existed && !database.read(isUntouched)) {
        throw new BackboneError(
          'audit_damaged',
          `${signingKeyName} is missing from ${environmentFile}. Put the line back, or begin a new log with "backbone audit restart".`,
        );
      }
      const start = { log: randomBytes(idLength), first: 1, number: 0, hash: nothingBefore };
      await database.write((connection) => writeRow(connection, signer, start));
      setEnvironmentValue(environmentFile, signingKeyName, text);
    }
  } catch (error) {
    await database.dispose();
    throw error;
  }
  return anchorOf(database, signer);
}
