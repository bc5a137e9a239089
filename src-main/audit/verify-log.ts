import { existsSync } from 'node:fs';
import { BackboneError } from '../base/errors.ts';
import type { AuditVerification, Damage } from '../contract/audit.ts';
import { type Anchor, type AnchorReading, anchorDamage } from './anchor.ts';
import type { CheckpointStore } from './checkpoint.ts';
import { damageOf } from './damages.ts';
import type { Head } from './head.ts';
import { type LogSnapshot, snapshotOf } from './records-source.ts';
import { summary } from './verification.ts';
import { type KnownHead, verifyChain } from './verify-chain.ts';

export interface VerifyOptions {
  readonly file: string;
  readonly anchor: Anchor;
  readonly checkpoint?: CheckpointStore | null;
  /** Age identity to open the contents with; null: the chain alone. */
  readonly identity: string | null;
}

const nothing = {
  records: 0,
  first: null,
  last: null,
  hash: null,
  previous: null,
  contents: false,
  signer: null,
};

function broken(damage: Damage): AuditVerification {
  return { ...nothing, whole: false, damage, against: [] };
}

/** Null when there is none, or when the place cannot be reached now; `against` then does not name it. */
async function readCheckpoint(store: CheckpointStore): Promise<KnownHead | null> {
  try {
    const head = await store.read();
    return head === null ? null : { from: store.place, head };
  } catch (error) {
    if (error instanceof BackboneError && error.code.startsWith('keyring_')) return null;
    throw error;
  }
}

async function knownHeads(anchor: AnchorReading, store: CheckpointStore | null): Promise<KnownHead[]> {
  const checkpoint = store === null ? null : await readCheckpoint(store);
  return [
    ...(anchor.is === 'signed' ? [{ from: 'anchor', head: anchor.head }] : []),
    ...(checkpoint === null ? [] : [checkpoint]),
  ];
}

function startOf(snapshot: LogSnapshot, head: Head | null) {
  // A log may still hold what retention is about to take; it may not begin later than the anchor says.
  const latest = head?.first ?? Number.MAX_SAFE_INTEGER;
  const first = snapshot.first === null ? (head?.first ?? 1) : Math.max(1, Math.min(snapshot.first, latest));
  return { log: head?.log ?? null, first, previous: null };
}

/**
 * Goes through the whole log and holds it against the heads that are kept outside of it. Writers may go on.
 * @throws not_private, storage_busy, storage_failed when it cannot be looked at; damage is a result, not an error
 */
export async function verifyLog(options: VerifyOptions): Promise<AuditVerification> {
  const { file, anchor, checkpoint = null, identity } = options;
  // The heads before the picture, since the log grows; where it begins after it, since retention shortens it.
  const reading = anchor.read();
  const heads = await knownHeads(reading, checkpoint);
  if (!existsSync(file)) {
    const lost = heads.find(({ head }) => head.number > 0);
    if (lost !== undefined) return broken(damageOf('truncated', lost.head.first));
    return { ...nothing, whole: true, damage: null, against: heads.map(({ from }) => from) };
  }
  const snapshot = snapshotOf(file);
  if (snapshot === null) return broken(damageOf('swapped'));
  try {
    const later = anchor.read();
    const start = startOf(snapshot, later.is === 'signed' ? later.head : null);
    const result = await verifyChain(snapshot, { start, heads, identity });
    const damage = result.damage ?? anchorDamage(reading);
    return summary({ ...result, damage }, heads, {
      contents: identity !== null,
      signer: reading.is === 'signed' ? anchor.signer.fingerprint : null,
    });
  } finally {
    snapshot.close();
  }
}
