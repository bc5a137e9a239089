import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a zip that is written byte by byte, each part of it a lie if a test wants that. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly data?: string | Buffer;
  /** Name in front of the bytes. Default: the same. */
  readonly localName?: string | Buffer;
  /** Unix mode with its kind, such as 0o120777 for a link. Default: a file or folder after its name. */
  readonly mode?: number;
  /** 0 stored, 8 deflated (default), or something else. */
  readonly method?: number;
  /** Sizes and sum as declared. Default: the true ones. */
  readonly declaredSize?: number;
  readonly declaredSum?: number;
  readonly flags?: number;
  readonly extra?: Buffer;
  /** Where its bytes begin, when they are not its own but lie within those of another. */
  readonly at?: number;
}

const utf8 = 0x800;

function bytesOf(text: string | Buffer): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : text;
}

function numbers(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      if (size === 2) bytes.writeUInt16LE(value);
      else bytes.writeUInt32LE(value >>> 0);
      return bytes;
    }),
  );
}

/** A zip file of these entries. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const table: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = bytesOf(entry.name);
    const data = bytesOf(entry.data ?? '');
    const { method = 8, flags = utf8, extra = Buffer.alloc(0) } = entry;
    const packed = method === 8 ? deflateRawSync(data) : data;
    const isFolder = name.at(-1) === 0x2f;
    const mode = entry.mode ?? (isFolder ? 0o040755 : 0o100644);
    const middle = numbers(
      [2, flags],
      [2, method],
      [2, 0],
      [2, 0x21],
      [4, entry.declaredSum ?? crc32(data)],
      [4, packed.length],
      [4, entry.declaredSize ?? data.length],
      [2, name.length],
      [2, extra.length],
    );
    const local = bytesOf(entry.localName ?? name);
    const before = Buffer.concat([numbers([4, 0x04034b50], [2, 20]), middle]);
    before.writeUInt16LE(local.length, 26);
    const offset = entry.at ?? at;
    if (entry.at === undefined) {
      const all = Buffer.concat([before, local, extra, packed]);
      parts.push(all);
      at += all.length;
    }
    table.push(
      numbers([4, 0x02014b50], [2, (3 << 8) | 20], [2, 20]),
      middle,
      numbers([2, 0], [2, 0], [2, 0], [4, mode << 16], [4, offset]),
      name,
      extra,
    );
  }
  const central = Buffer.concat(table);
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, central.length],
    [4, at],
    [2, 0],
  );
  return Buffer.concat([...parts, central, end]);
}
