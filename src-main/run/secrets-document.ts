import type { Personality } from '../contract/lock.ts';

/** The version of the document that a program reads from `BACKBONE_SECRETS_FD`. */
const documentVersion = 1;

/**
 * What a program reads from `BACKBONE_SECRETS_FD`: one JSON document in UTF-8.
 * @returns bytes that the caller wipes
 */
export function secretsDocument(secrets: Readonly<Record<string, Buffer>>, personality: Personality): Buffer {
  const keys = Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [name, value.toString('utf8')]),
  );
  return Buffer.from(JSON.stringify({ version: documentVersion, keys, personality }));
}
