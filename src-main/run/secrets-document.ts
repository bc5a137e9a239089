import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import type { Disposable } from '../base/disposable.ts';
import type { Personality } from '../contract/lock.ts';
import { createPipes } from './pipes.ts';

/** The version of the document that a program reads from `BACKBONE_SECRETS_FD`. */
const documentVersion = 1;

/** The document on its way to the program. Disposed of once the program has ended. */
export interface SecretsDocument extends Disposable {
  /** Ours, from which the program reads. */
  readonly descriptor: number;
  /** Under which the program's own side can open it, as long as we run. */
  readonly path: string;
  dispose(): void;
}

/** One JSON document in UTF-8. @returns bytes that the caller wipes */
export function documentBytes(secrets: Readonly<Record<string, Buffer>>, personality: Personality): Buffer {
  const keys = Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [name, value.toString('utf8')]),
  );
  return Buffer.from(JSON.stringify({ version: documentVersion, keys, personality }));
}

/**
 * A file in memory that lost its name before anything was written into it. Of any size, and a program may also open it
 * as `/dev/fd/3`; a pipe of ours would wait there for a writer for ever once all was written.
 */
function inMemory(folder: string, bytes: Buffer): SecretsDocument {
  const file = path.join(folder, 'document');
  const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const descriptor = openSync(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  rmSync(file);
  // At a place, so that the program begins to read where the file begins.
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, at);
  bytes.fill(0);
  return {
    descriptor,
    path: `/proc/${process.pid}/fd/${descriptor}`,
    dispose: () => closeSync(descriptor),
  };
}

/** A pipe, where no file system is in memory: nothing of it reaches a disk. */
async function inPipe(folder: string, bytes: Buffer): Promise<SecretsDocument> {
  const { document: pipe } = await createPipes(folder, { document: 'writer' });
  if (pipe === undefined) throw new TypeError('The document has no pipe.');
  const into = new Socket({ fd: pipe.writer, readable: false, writable: true });
  // A program that does not read to the end is none of our business.
  into.on('error', () => undefined);
  into.end(bytes, () => bytes.fill(0));
  return {
    descriptor: pipe.reader,
    path: pipe.path,
    dispose() {
      into.destroy();
      bytes.fill(0);
      closeSync(pipe.reader);
    },
  };
}

/**
 * Makes the document readable for the program.
 * @param place a private folder, and whether it is in memory
 * @param bytes taken over, and wiped
 */
export async function createDocument(
  place: { readonly path: string; readonly inMemory: boolean },
  bytes: Buffer,
): Promise<SecretsDocument> {
  return place.inMemory ? inMemory(place.path, bytes) : inPipe(place.path, bytes);
}
