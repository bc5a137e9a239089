import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { BackboneError } from '../base/errors.ts';
import type { AuditVerification, Damage } from '../contract/audit.ts';
import { damageOf } from './damages.ts';
import {
  type HeadLine,
  headLine,
  type OpeningLine,
  openingLine,
  readLine,
  recordLine,
} from './export-format.ts';
import { isSigned } from './head.ts';
import { hex, type StoredRecord, sameBytes } from './record.ts';
import type { RecordsSource } from './records-source.ts';
import { summary } from './verification.ts';
import { verifyChain } from './verify-chain.ts';

export interface VerifyExportOptions {
  readonly file: string;
  /** Age identity to open the contents with; null: the chain alone, which needs no secret. */
  readonly identity: string | null;
  /** Public key, hexadecimal, that must have signed the head; null: whoever signed is reported. */
  readonly signer: string | null;
}

/** Where an archive ended: what comes after it must go on there. */
interface Join {
  readonly log: Uint8Array;
  readonly last: number;
  readonly hash: Uint8Array;
}

interface VerifiedExport {
  readonly verification: AuditVerification;
  readonly end: Join;
}

const noBytes = new Uint8Array();
const batchSize = 250;

/** Lines of a file. @throws not_found when it cannot be opened */
async function* linesOf(file: string): AsyncIterable<string> {
  const stream = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
      yield line;
  } catch (error) {
    throw new BackboneError('not_found', `${file} cannot be read. Give the path of an exported log.`, {
      cause: error,
    });
  } finally {
    stream.destroy();
  }
}

async function endsOf(file: string): Promise<{ first: string; last: string }> {
  let first: string | null = null;
  let last = '';
  for await (const line of linesOf(file)) {
    first ??= line;
    last = line;
  }
  return { first: first ?? '', last };
}

/** The records between the opening line and the head. */
function recordsOf(file: string, withHead: boolean): RecordsSource {
  return {
    async *batches() {
      let batch: StoredRecord[] = [];
      let place = 0;
      let held: string | null = null;
      let isOpening = true;
      const take = (line: string): void => {
        const parsed = recordLine.safeParse(readLine(line));
        const record = parsed.data ?? { place: place + 1, header: noBytes, sealed: noBytes, hash: noBytes };
        place = record.place;
        batch.push(record);
      };
      for await (const line of linesOf(file)) {
        // One line behind, since the last one is the head.
        if (held !== null) take(held);
        if (!isOpening) held = line;
        isOpening = false;
        if (batch.length < batchSize) continue;
        yield batch;
        batch = [];
      }
      if (held !== null && !withHead) take(held);
      yield batch;
    },
  };
}

/** What is wrong with the head itself; null when it is signed by whom it should be. */
function headDamage(line: HeadLine | null, signer: string | null, end: number): Damage | null {
  if (line === null) return damageOf('truncated', end);
  const signed = isSigned(line.head, { signer: line.signer, bytes: line.signature });
  const expected = signer === null || signer.toLowerCase() === hex(line.signer);
  return signed && expected ? null : damageOf('anchor_forged');
}

/** What is wrong with the place where an export goes on after an archive. */
function joinDamage(opening: OpeningLine, after: Join | null): Damage | null {
  if (after === null) return null;
  const expected = after.last + 1;
  if (!sameBytes(opening.log, after.log)) return damageOf('swapped');
  if (opening.first > expected) return damageOf('removed', expected);
  if (opening.first < expected) return damageOf('inserted', opening.first);
  return sameBytes(opening.previous, after.hash) ? null : damageOf('swapped', expected);
}

async function verifyOne(options: VerifyExportOptions, after: Join | null): Promise<VerifiedExport> {
  const { file, identity, signer } = options;
  const ends = await endsOf(file);
  const opening = openingLine.safeParse(readLine(ends.first));
  if (!opening.success) {
    throw new BackboneError('invalid_input', `${file} is no exported audit log: its first line is not ours.`);
  }
  const parsed = headLine.safeParse(readLine(ends.last));
  const line = parsed.success ? parsed.data : null;
  const { log, first, previous } = opening.data;
  const joined = joinDamage(opening.data, after);
  const start = { log: line?.head.log ?? log, first: line?.head.first ?? first, previous };
  const heads = line === null ? [] : [{ from: 'signed head', head: line.head }];
  const result = await verifyChain(recordsOf(file, line !== null), { start, heads, identity });
  const { chain } = result;
  const damage = joined ?? result.damage ?? headDamage(line, signer, chain.expected ?? first);
  const facts = { contents: identity !== null, signer: line === null ? null : hex(line.signer) };
  const last = (chain.expected ?? first) - 1;
  return {
    verification: summary({ chain, damage }, heads, facts),
    end: { log, last, hash: chain.hash ?? previous },
  };
}

/**
 * Verifies an exported log, on any machine.
 * @throws not_found when the file cannot be read, invalid_input when it is no export
 */
export async function verifyExport(options: VerifyExportOptions): Promise<AuditVerification> {
  return (await verifyOne(options, null)).verification;
}

/** What a verification of several files found, as of one log. */
export interface VerifiedFiles {
  readonly verification: AuditVerification;
  /** The file that is damaged, or does not go on where the one before it ends; null when there is none. */
  readonly damaged: string | null;
}

/**
 * Verifies archives and the export that goes on after them as one log, all signed by the same key.
 * @param files oldest first, at least one
 * @throws as `verifyExport`
 */
export async function verifyExports(
  [file, ...further]: readonly [string, ...string[]],
  options: Omit<VerifyExportOptions, 'file'>,
): Promise<VerifiedFiles> {
  let { verification, end } = await verifyOne({ ...options, file }, null);
  if (!verification.whole) return { verification, damaged: file };
  for (const next of further) {
    const signer = options.signer ?? verification.signer;
    const found = await verifyOne({ ...options, file: next, signer }, end);
    ({ end } = found);
    const { whole, damage, records, last, hash } = found.verification;
    verification = { ...verification, whole, damage, records: verification.records + records };
    if (last !== null) verification = { ...verification, last, hash };
    if (!whole) return { verification, damaged: next };
  }
  return { verification, damaged: null };
}
