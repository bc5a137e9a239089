import { z } from 'zod';
import type { Head, Signature } from './head.ts';
import { hashLength, hex, idLength, type StoredRecord } from './record.ts';

export const exportFormat = 'backbone-audit-1';

function hexBytes(length: number) {
  return z
    .string()
    .length(length * 2)
    .regex(/^[0-9a-f]*$/)
    .transform((text): Uint8Array => Buffer.from(text, 'hex'));
}
const base64Bytes = z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64'));
const count = z.int().min(0);

/** First line of an export: where its chain begins. */
export const openingLine = z.strictObject({
  format: z.literal(exportFormat),
  log: hexBytes(idLength),
  /** Number of the first record. */
  first: count,
  /** Hash of the record before it; zeros when there never was one. */
  previous: hexBytes(hashLength),
});

export type OpeningLine = z.output<typeof openingLine>;

/** A line for each record. */
export const recordLine = z
  .strictObject({ number: count, header: base64Bytes, sealed: base64Bytes, hash: hexBytes(hashLength) })
  .transform(({ number, ...pieces }): StoredRecord => ({ place: number, ...pieces }));

/** Last line: the head and its signature. */
export const headLine = z.strictObject({
  head: z.strictObject({
    log: hexBytes(idLength),
    first: count,
    number: count,
    hash: hexBytes(hashLength),
  }),
  signer: hexBytes(32),
  signature: base64Bytes,
});
export type HeadLine = z.output<typeof headLine>;

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

export function writeOpeningLine(log: Uint8Array, first: number, previous: Uint8Array): string {
  return JSON.stringify({ format: exportFormat, log: hex(log), first, previous: hex(previous) });
}

export function writeRecordLine({ place, header, sealed, hash }: StoredRecord): string {
  return JSON.stringify({ number: place, header: base64(header), sealed: base64(sealed), hash: hex(hash) });
}

export function writeHeadLine({ log, first, number, hash }: Head, { signer, bytes }: Signature): string {
  const head = { log: hex(log), first, number, hash: hex(hash) };
  return JSON.stringify({ head, signer: hex(signer), signature: base64(bytes) });
}

/** The value that a line of JSON holds; undefined when it is no JSON. */
export function readLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Whoever parses undefined says what is wrong with the line.
    return undefined;
  }
}
