import { hash } from 'node:crypto';

/** Bytes of a header; the layout is in README.md. */
export const headerLength = 77;
export const idLength = 16;
export const hashLength = 32;
/** What stands before the very first record. */
export const nothingBefore: Uint8Array = new Uint8Array(hashLength);

const mark = Buffer.from('BBA1');
const typeCodes = { segment: 1, entry: 2 } as const;

/** The part of a record that is not sealed. */
export interface Header {
  /** Identity of the log, 16 bytes. */
  readonly log: Uint8Array;
  /** `segment`: opens a segment and holds its sealed key; `entry`: holds one sealed act. */
  readonly type: keyof typeof typeCodes;
  /** From 1, without a gap. */
  readonly number: number;
  /** Number of the record that opened the segment; for such a record its own. */
  readonly segment: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Hash of the record before, 32 bytes; zeros for the first. */
  readonly previous: Uint8Array;
}

/** A record as it is stored: its place, and three pieces that may each have been touched. */
export interface StoredRecord {
  /** Where it was found: the row's number in the file, the `number` of an exported line. */
  readonly place: number;
  readonly header: Uint8Array;
  readonly sealed: Uint8Array;
  readonly hash: Uint8Array;
}

export function encodeHeader(header: Header): Buffer {
  const bytes = Buffer.alloc(headerLength);
  mark.copy(bytes, 0);
  bytes.writeUInt8(typeCodes[header.type], 4);
  bytes.set(header.log, 5);
  bytes.writeBigUInt64BE(BigInt(header.number), 21);
  bytes.writeBigUInt64BE(BigInt(header.segment), 29);
  bytes.writeBigInt64BE(BigInt(header.at), 37);
  bytes.set(header.previous, 45);
  return bytes;
}

function typeOf(code: number | undefined): Header['type'] | null {
  if (code === typeCodes.segment) return 'segment';
  return code === typeCodes.entry ? 'entry' : null;
}

/** Eight bytes as a signed number, without a BigInt for each of a million headers. */
function readInteger(bytes: Buffer, offset: number): number {
  return bytes.readInt32BE(offset) * 0x1_0000_0000 + bytes.readUInt32BE(offset + 4);
}

/** Null when the bytes are no header. */
export function decodeHeader(header: Uint8Array): Header | null {
  const type = typeOf(header[4]);
  if (header.length !== headerLength || type === null) return null;
  const bytes = Buffer.from(header.buffer, header.byteOffset, header.length);
  if (!bytes.subarray(0, 4).equals(mark)) return null;
  const number = readInteger(bytes, 21);
  const segment = readInteger(bytes, 29);
  const at = readInteger(bytes, 37);
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(segment) || !Number.isSafeInteger(at))
    return null;
  if (number < 0 || segment < 0) return null;
  return { type, log: bytes.subarray(5, 21), number, segment, at, previous: bytes.subarray(45) };
}

/** The hash of a record: SHA-256 over its header and its sealed bytes, one after the other. */
export function hashOf(header: Uint8Array, sealed: Uint8Array): Buffer {
  return hash('sha256', joined(header, sealed), 'buffer');
}

/** Both pieces in one; they are not copied where they were read in one piece. */
function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.buffer === other.buffer && one.byteOffset + one.length === other.byteOffset) {
    return new Uint8Array(one.buffer, one.byteOffset, one.length + other.length);
  }
  return Buffer.concat([one, other]);
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}
