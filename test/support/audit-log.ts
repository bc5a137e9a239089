import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import SQLite from 'better-sqlite3';
import { type Anchor, openAnchor } from '../../src-main/audit/anchor.ts';
import { type AuditLog, type AuditLogOptions, openAuditLog } from '../../src-main/audit/audit-log.ts';
import { decodeHeader, encodeHeader, hashOf } from '../../src-main/audit/record.ts';
import { type VerifyOptions, verifyLog } from '../../src-main/audit/verify-log.ts';
import type { Clock } from '../../src-main/base/clock.ts';
import type { AuditEntry, AuditVerification } from '../../src-main/contract/audit.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A clock that stands still until it is set. */
export interface SetClock extends Clock {
  set(now: number): void;
  pass(milliseconds: number): void;
}

export function setClock(start = 1_700_000_000_000): SetClock {
  let wall = start;
  let steady = 0;
  return {
    now: () => wall,
    elapsed: () => steady,
    set: (now) => {
      wall = now;
    },
    pass: (milliseconds) => {
      wall += milliseconds;
      steady += milliseconds;
    },
  };
}

/** An entry that differs by `index`. */
export function sampleEntry(index = 0): AuditEntry {
  return {
    kind: 'answer.intended',
    actor: { door: 'panel', name: null },
    agent: { id: `id-${index % 3}`, name: `agent-${index % 3}` },
    launch: null,
    details: { index, shown: ['$ git push', `line ${index}`], key: 'Enter' },
  };
}

/** A log with its anchor in a folder of its own. */
export interface TestLog {
  readonly folder: string;
  readonly file: string;
  readonly anchorFile: string;
  readonly environmentFile: string;
  readonly identity: string;
  readonly recipient: string;
  readonly clock: SetClock;
  readonly anchor: Anchor;
  open(options?: Partial<AuditLogOptions>): Promise<AuditLog>;
  verify(options?: Partial<VerifyOptions>): Promise<AuditVerification>;
  /** Closes the anchor and opens what lies there now. */
  reopenAnchor(): Promise<void>;
  dispose(): Promise<void>;
}

export async function testLog(): Promise<TestLog> {
  const temporary = temporaryFolder('audit');
  const folder = temporary.path;
  const file = path.join(folder, 'audit.db');
  const anchorFile = path.join(folder, 'audit-head.db');
  const environmentFile = path.join(folder, '.env');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const clock = setClock();
  let anchor = await openAnchor(anchorFile, environmentFile);
  return {
    folder,
    file,
    anchorFile,
    environmentFile,
    identity,
    recipient,
    clock,
    get anchor() {
      return anchor;
    },
    open: (options = {}) => openAuditLog({ file, recipient, anchor, clock, ...options }),
    verify: (options = {}) => verifyLog({ file, anchor, identity, ...options }),
    async reopenAnchor() {
      await anchor.close();
      anchor = await openAnchor(anchorFile, environmentFile);
    },
    async dispose() {
      await anchor.close();
      await temporary.dispose();
    },
  };
}

/** A row of the log's table, as somebody with an editor sees it. */
export interface Row {
  number: number;
  header: Buffer;
  sealed: Buffer;
  hash: Buffer;
}

/** Changes the file behind the back of everyone, its triggers out of the way. */
export function tamper(file: string, change: (rows: Row[]) => Row[]): void {
  const connection = new SQLite(file);
  try {
    const triggers = connection
      .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'")
      .pluck()
      .all();
    for (const name of triggers) connection.exec(`DROP TRIGGER ${String(name)}`);
    const rows = connection.prepare('SELECT * FROM records ORDER BY number').all() as Row[];
    const changed = change(rows.map((row) => ({ ...row })));
    connection.transaction(() => {
      connection.exec('DELETE FROM records');
      const insert = connection.prepare('INSERT INTO records VALUES (?, ?, ?, ?)');
      for (const row of changed) insert.run(row.number, row.header, row.sealed, row.hash);
    })();
    connection.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    connection.close();
  }
}

/** `rows` numbered from the first one's number on, without a gap. */
export function renumbered(rows: Row[], from = 1): Row[] {
  return rows.map((row, index) => ({ ...row, number: from + index }));
}

/** An entry that somebody made up without the key, right in form and hash, to stand behind `before`. */
export function forgedAfter(before: Row): Row {
  const header = decodeHeader(before.header);
  if (header === null) throw new Error('The row before has no header.');
  const forged = encodeHeader({
    ...header,
    type: 'entry',
    number: header.number + 1,
    previous: before.hash,
  });
  const sealed = Buffer.alloc(before.sealed.length, 7);
  return { number: before.number + 1, header: forged, sealed, hash: hashOf(forged, sealed) };
}
