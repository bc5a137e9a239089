import { z } from 'zod';
import { deriveLineKey } from '../backpack/derive-key.ts';
import { openFernet } from '../backpack/fernet.ts';
import { publishedKey } from '../backpack/published-key.ts';
import { type SealedPart, sealedPart } from '../backpack/sealed-part.ts';
import { BackboneError } from '../base/errors.ts';
import type { LockDocument } from '../contract/lock.ts';
import { isAgeFile } from './age-file.ts';
import { corrupted, largestLock, shownFile, tooLarge } from './failures.ts';
import { type OldLayer, readCredentials, readMemory, readPersonality } from './old-layers.ts';

const layerNames = ['credentials', 'personality', 'memory'] as const;
type LayerName = (typeof layerNames)[number];

const sealed = z.looseObject({ data: z.string(), salt: z.string() });
const oldLock = z.looseObject({
  version: z.literal('1.0'),
  layers: z.looseObject({ credentials: sealed, personality: sealed, memory: sealed }),
});

/** As it is: a record of zod leaves out `__proto__` without a word. */
const anyObject = z.custom<OldLayer>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** What a lock of Backpack 1.0 held, as far as a lock of ours can hold it. */
export interface Migrated {
  readonly content: Pick<LockDocument, 'credentials' | 'personality' | 'memory'>;
  /** `published`: anyone can open it. */
  readonly openedWith: 'own' | 'published';
  /** What is inside and what could not be taken over, one line each, for people. No value is told. */
  readonly says: readonly string[];
  /** Names, plain, whose values count as leaked; also of those that are left out. */
  readonly leaked: readonly string[];
}

/** @throws unsupported, lock_corrupted */
function parseOld(bytes: Uint8Array, file: string): Map<LayerName, SealedPart> {
  if (isAgeFile(bytes)) {
    const says = `${shownFile(file)} is no lock of Backpack 1.0: it is sealed with age already, and needs no migration.`;
    throw new BackboneError('unsupported', says);
  }
  let parsed: z.ZodSafeParseResult<z.infer<typeof oldLock>>;
  try {
    parsed = oldLock.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    throw corrupted(file, 'it is neither a lock of Backpack 1.0 nor one of ours, or it is cut.');
  }
  if (!parsed.success) throw corrupted(file, 'it is no whole lock of Backpack 1.0: a part of it is missing.');
  const { layers } = parsed.data;
  return new Map(
    layerNames.map((name) => {
      const part = sealedPart(layers[name].data, layers[name].salt);
      if (part === null) throw corrupted(file, `its layer "${name}" was changed or cut.`);
      return [name, part];
    }),
  );
}

async function openPart(masterKey: string, { token, salt }: SealedPart): Promise<Buffer | null> {
  const secret = Buffer.from(masterKey);
  const key = await deriveLineKey(secret, salt);
  try {
    return openFernet(token, key);
  } finally {
    key.fill(0);
    secret.fill(0);
  }
}

/**
 * Opens all layers with one key.
 * @returns null when none of them opens: it is another key
 * @throws lock_corrupted when some open, so that the key is right and the others were changed
 */
async function openLayers(
  parts: ReadonlyMap<LayerName, SealedPart>,
  masterKey: string,
  file: string,
): Promise<ReadonlyMap<LayerName, Buffer> | null> {
  const opened = new Map<LayerName, Buffer>();
  for (const [name, part] of parts) {
    const plain = await openPart(masterKey, part);
    if (plain !== null) opened.set(name, plain);
  }
  if (opened.size === parts.size) return opened;
  for (const plain of opened.values()) plain.fill(0);
  if (opened.size === 0) return null;
  const changed = layerNames.filter((name) => !opened.has(name)).join(' and ');
  throw corrupted(file, `the key is right, but of its layers ${changed} was changed or cut.`);
}

/** @throws lock_corrupted for what was sealed with the right key and is no JSON object */
function layerOf(layers: ReadonlyMap<LayerName, Buffer>, name: LayerName, file: string): OldLayer {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(layers.get(name));
    return anyObject.parse(JSON.parse(text));
  } catch {
    // The reason itself would quote what is inside.
    throw corrupted(file, `its layer "${name}" opens, and holds no names with values.`);
  }
}

const leakWarning =
  'It opens with the key that Backpack published, so anyone who has seen the file has read all of it.';

/**
 * Opens a lock of Backpack 1.0 and says what is inside.
 * @param oldKey its master key; null to try the published default alone, which is tried second otherwise
 * @param file path, for messages
 * @throws wrong_key; lock_corrupted; unsupported for a lock of ours; too_large
 */
export async function migrateBackpack(
  bytes: Uint8Array,
  oldKey: string | null,
  file: string,
): Promise<Migrated> {
  if (bytes.length > largestLock) throw tooLarge(file);
  const parts = parseOld(bytes, file);
  const keys = [...new Set(oldKey === null ? [publishedKey] : [oldKey, publishedKey])];
  for (const key of keys) {
    const layers = await openLayers(parts, key, file);
    if (layers === null) continue;
    try {
      return contentOf(layers, key === publishedKey ? 'published' : 'own', file);
    } finally {
      for (const plain of layers.values()) plain.fill(0);
    }
  }
  const tried = oldKey === null ? 'the published default key' : 'this key or the published default key';
  throw new BackboneError(
    'wrong_key',
    `${shownFile(file)} does not open with ${tried}. Give the key that Backpack had in AGENT_MASTER_KEY.`,
  );
}

function contentOf(
  layers: ReadonlyMap<LayerName, Buffer>,
  openedWith: Migrated['openedWith'],
  file: string,
): Migrated {
  const credentials = readCredentials(layerOf(layers, 'credentials', file));
  const personality = readPersonality(layerOf(layers, 'personality', file));
  const memory = readMemory(layerOf(layers, 'memory', file));
  const isPublished = openedWith === 'published';
  const leaked = isPublished ? credentials.valued : [];
  const advice =
    leaked.length === 0
      ? []
      : [`These values count as leaked: ${leaked.join(', ')}. Have new ones made where they come from.`];
  return {
    content: { credentials: credentials.kept, personality: personality.kept, memory: memory.kept },
    openedWith,
    says: [
      isPublished ? leakWarning : 'It opens with the key that was given.',
      ...credentials.says,
      ...personality.says,
      ...memory.says,
      ...advice,
    ],
    leaked,
  };
}
