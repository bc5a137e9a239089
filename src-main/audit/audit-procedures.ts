import type { z } from 'zod';
import type { Damage } from '../contract/audit.ts';
import type { auditProcedures } from '../contract/procedures/audit.ts';
import { type Anchor, anchorDamage } from './anchor.ts';
import type { CheckpointStore } from './checkpoint.ts';
import { checkEnd } from './end-check.ts';
import { exportPage } from './export-log.ts';
import type { AuditReader } from './reader.ts';
import { verifyLog } from './verify-log.ts';

type Declared = typeof auditProcedures;
type Input<N extends keyof Declared> = z.output<Declared[N]['input']>;
type Output<N extends keyof Declared> = z.output<Declared[N]['output']>;

/** What reading the log over a door rests on. */
export interface AuditParts {
  readonly file: string;
  readonly reader: AuditReader;
  readonly anchor: Anchor;
  readonly checkpoint: CheckpointStore | null;
  /** Fetches the age identity of this machine. */
  readonly identity: () => Promise<string>;
}

/** Whether the end of the log stands where it should: cheap enough to be asked all the time. Null: it does. */
export function auditEndDamage(parts: Pick<AuditParts, 'anchor' | 'reader'>): Damage | null {
  const reading = parts.anchor.read();
  if (reading.is !== 'signed') return anchorDamage(reading);
  return parts.reader.database.read((connection) => checkEnd(connection, reading.head));
}

export async function listAudit(
  parts: AuditParts,
  input: Input<'audit.list'>,
): Promise<Output<'audit.list'>> {
  const { before, after, limit, ...filter } = input;
  const damage = auditEndDamage(parts);
  // Before the page: what comes in meanwhile is newer, and seen the next time.
  const newest = parts.reader.last();
  const page = await parts.reader.list(filter, { before, after, limit });
  return { records: [...page.records], next: page.next, newest, damage };
}

export function showAudit(parts: AuditParts, input: Input<'audit.show'>): Promise<Output<'audit.show'>> {
  return parts.reader.show(input.number);
}

export async function verifyAudit(
  { file, anchor, checkpoint, identity }: Omit<AuditParts, 'reader'>,
  input: Input<'audit.verify'>,
): Promise<Output<'audit.verify'>> {
  const key = input.contents ? await identity() : null;
  return verifyLog({ file, anchor, checkpoint, identity: key });
}

export function exportAudit(
  { anchor, reader }: AuditParts,
  input: Input<'audit.export'>,
): Output<'audit.export'> {
  const { lines, next } = reader.database.read((connection) =>
    exportPage(connection, anchor, { from: input.from ?? null, to: input.to ?? null, limit: input.limit }),
  );
  return { lines: [...lines], next };
}
