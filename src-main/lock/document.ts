import { z } from 'zod';
import { BackboneError } from '../base/errors.ts';
import { type LockDocument, lockDocument, lockVersion } from '../contract/lock.ts';
import { corrupted, shownFile } from './failures.ts';

const anyVersion = z.looseObject({ version: z.number() });

/** JavaScript would take it for something else than a name, and zod leaves it out without a word. */
export const reservedName = '__proto__';

/** As `JSON.parse`, and refuses a name that would be lost on the way. @throws an Error that must not be shown */
export function parseJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  const parsed: unknown = JSON.parse(text, (name, value: unknown) => {
    if (name === reservedName) throw new Error('A reserved name.');
    return value;
  });
  return parsed;
}

/** The part of a lock that is not as it should be. Deeper names are contents, and are not told. */
function faultIn({ issues }: z.ZodError): string {
  const part = Object.keys(lockDocument.shape).find((name) => issues.some(({ path }) => path[0] === name));
  return part === undefined
    ? 'what is inside has parts that no lock has, or lacks some.'
    : `inside, the part "${part}" is not as a lock has it.`;
}

/**
 * What is inside of a lock.
 * @param file path, for messages, which never hold anything of what is inside
 * @throws lock_version, lock_corrupted
 */
export function parseDocument(plain: Uint8Array, file: string): LockDocument {
  let parsed: unknown;
  let found: z.ZodSafeParseResult<LockDocument>;
  try {
    parsed = parseJson(plain);
    found = lockDocument.safeParse(parsed);
  } catch {
    // Not UTF-8, not JSON, a name that is none, or nested too deep. The reason would quote what is inside.
    throw corrupted(file, 'what is inside is no JSON, or has a name or a depth that no lock may have.');
  }
  if (found.success) return found.data;
  const version = anyVersion.safeParse(parsed).data?.version;
  if (version !== undefined && version > lockVersion)
    throw new BackboneError(
      'lock_version',
      `${shownFile(file)} has version ${version}, and this Backbone knows ${lockVersion}. Install a newer Backbone to open it.`,
    );
  throw corrupted(file, faultIn(found.error));
}

/**
 * The bytes that are sealed; the caller wipes them.
 * @throws invalid_input for a document that could not be opened again as it is
 */
export function encodeDocument(document: LockDocument): Buffer {
  const plain = Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
  try {
    parseDocument(plain, 'It');
    return plain;
  } catch {
    plain.fill(0);
    throw new BackboneError(
      'invalid_input',
      'That cannot be kept in a lock: a name is not allowed, or a text is too long or nested too deep.',
    );
  }
}
