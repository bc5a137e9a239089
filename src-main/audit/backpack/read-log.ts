import { deriveLineKey } from '../../backpack/derive-key.ts';
import { openFernet } from '../../backpack/fernet.ts';
import { publishedKey } from '../../backpack/published-key.ts';
import type { SealedPart } from '../../backpack/sealed-part.ts';
import type { OldLine, UnreadReason } from '../../contract/old-audit.ts';
import { type LineBounds, linesOf, type RawLine, usualBounds } from './lines.ts';
import { parseOldEntry } from './old-entry.ts';
import { parseSealedLine } from './sealed-line.ts';

/** Lines in work at once: as many as Node has threads for slow derivations. */
const atOnce = 4;

type ReadLine = Extract<OldLine, { is: 'read' }>;

interface MasterKey {
  readonly bytes: Buffer;
  readonly is: ReadLine['key'];
}

function masterKeysOf(own: string | null): readonly MasterKey[] {
  const published: MasterKey = { bytes: Buffer.from(publishedKey), is: 'published' };
  return own === null || own === publishedKey
    ? [published]
    : [{ bytes: Buffer.from(own), is: 'own' }, published];
}

async function openWith(key: MasterKey, { token, salt }: SealedPart): Promise<Buffer | null> {
  const derived = await deriveLineKey(key.bytes, salt);
  const opened = openFernet(token, derived);
  derived.fill(0);
  return opened;
}

async function readLine(keys: readonly MasterKey[], { line, bytes }: RawLine): Promise<OldLine> {
  const unread = (why: UnreadReason): OldLine => ({ is: 'unread', line, why });
  if (bytes === null) return unread('too_long');
  const sealed = parseSealedLine(bytes);
  if (sealed === null) return unread('malformed');
  for (const key of keys) {
    const opened = await openWith(key, sealed);
    if (opened === null) continue;
    const entry = parseOldEntry(opened);
    return entry === null ? unread('no_entry') : { is: 'read', line, ...entry, key: key.is };
  }
  return unread('not_opened');
}

function isBlank({ bytes }: RawLine): boolean {
  return bytes?.length === 0;
}

/**
 * Reads an audit log of Backpack 1.0 as it streams in. Every line that is not empty comes out, in the order of the
 * file, read or not. Holds a few lines at a time.
 * @param own the master key; null to try the published default key alone, which is else tried second
 * @throws too_large when there are too many lines, and what `content` throws
 */
export async function* readBackpackLog(
  content: AsyncIterable<Uint8Array>,
  own: string | null,
  bounds: LineBounds = usualBounds,
): AsyncGenerator<OldLine> {
  const keys = masterKeysOf(own);
  const inWork: Promise<OldLine>[] = [];
  try {
    for await (const raw of linesOf(content, bounds)) {
      if (isBlank(raw)) continue;
      inWork.push(readLine(keys, raw));
      if (inWork.length >= atOnce) yield* takeFirst(inWork);
    }
    while (inWork.length > 0) yield* takeFirst(inWork);
  } finally {
    // Nobody wants them any more, but they still use the keys.
    await Promise.allSettled(inWork);
    for (const { bytes } of keys) bytes.fill(0);
  }
}

async function* takeFirst(inWork: Promise<OldLine>[]): AsyncGenerator<OldLine> {
  const first = inWork.shift();
  if (first !== undefined) yield await first;
}
