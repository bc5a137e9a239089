import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAnchor, signingKeyName } from '../../../src-main/audit/anchor.ts';
import type { AuditLog } from '../../../src-main/audit/audit-log.ts';
import type { CheckpointStore } from '../../../src-main/audit/checkpoint.ts';
import type { Head } from '../../../src-main/audit/head.ts';
import { openAuditReader } from '../../../src-main/audit/reader.ts';
import { restartAudit } from '../../../src-main/audit/restart.ts';
import { setEnvironmentValue, unsetEnvironmentValue } from '../../../src-main/secrets/environment-file.ts';
import { sampleEntry, type TestLog, tamper, testLog } from '../../support/audit-log.ts';

let made: TestLog;
beforeEach(async () => {
  made = await testLog();
});
afterEach(() => made.dispose());

const read = async () => {
  const reader = await openAuditReader(made.file, async () => made.identity);
  try {
    return (await reader.list({}, { limit: 1000 })).records.toReversed();
  } finally {
    await reader.dispose();
  }
};

/** Takes away what is older than `before`. @returns number of the oldest record that stays; null when nothing could go */
async function trim(log: AuditLog, before: number): Promise<number | null> {
  const part = await log.closed(before);
  return part === null
    ? null
    : log.trim(part, { actor: { door: 'daemon', name: null }, details: { why: 'a test' } });
}

async function written(entries: number): Promise<void> {
  const log = await made.open();
  for (let index = 0; index < entries; index += 1) await log.append(sampleEntry(index));
  await log.close();
}

test('entries get numbers in the order of the calls and are read back as they were', async () => {
  const log = await made.open();
  const places = await Promise.all([0, 1, 2].map((index) => log.append(sampleEntry(index))));
  await log.close();
  expect(places.map(({ number }) => number)).toEqual([2, 3, 4]);
  const records = await read();
  expect(records.map(({ hash }) => hash)).toEqual(places.map(({ hash }) => hash));
  expect(records[1]).toMatchObject({ ...sampleEntry(1), number: 3, at: made.clock.now() });
});

test('the file is private, holds no plain text and refuses to be changed', async () => {
  await written(3);
  expect(statSync(made.file).mode & 0o777).toBe(0o600);
  expect(statSync(made.anchorFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(made.file).includes('git push')).toBe(false);
  const connection = new SQLite(made.file);
  for (const statement of [
    "UPDATE records SET sealed = x'00'",
    'DELETE FROM records',
    'DELETE FROM records WHERE number = 4',
    'INSERT INTO records SELECT 9, header, sealed, hash FROM records WHERE number = 2',
    'INSERT OR REPLACE INTO records SELECT 2, header, sealed, hash FROM records WHERE number = 3',
    'DELETE FROM retention',
    'UPDATE retention SET kept_from = 99',
  ]) {
    expect(() => connection.exec(statement), statement).toThrow(/only|cannot/);
  }
  connection.close();
});

test('a clock that jumps back does not reorder', async () => {
  const log = await made.open();
  const stamps = [5000, 1000, 9000, 0];
  for (const stamp of stamps) {
    made.clock.set(stamp);
    await log.append(sampleEntry());
  }
  await log.close();
  const records = await read();
  expect(records.map(({ at }) => at)).toEqual(stamps);
  expect(records.map(({ number }) => number)).toEqual([2, 3, 4, 5]);
  expect((await made.verify()).whole).toBe(true);
});

test('texts are redacted, without control characters, and bounded', async () => {
  const log = await made.open({ redact: (text) => text.replaceAll('hunter2', '***') });
  await log.append({
    ...sampleEntry(),
    agent: { id: 'x', name: 'evil\u001b[31m' },
    details: {
      text: `a\r\nb\tc\u0007 hunter2 ${'x'.repeat(5000)}`,
      lines: ['one\u009b2J', 'hunter2'],
      number: 7,
      none: null,
    },
  });
  await log.close();
  const [record] = await read();
  expect(JSON.stringify(record)).not.toMatch(/hunter2|\\u00|\\[nrt]/);
  expect(record?.details['lines']).toEqual(['one2J', '***']);
  expect(String(record?.details['text'])).toHaveLength(2000);
});

test('each start and each rotation begins a segment under a key of its own', async () => {
  await written(2);
  const log = await made.open({ rotation: { records: 2, milliseconds: 1000 } });
  for (let index = 0; index < 4; index += 1) await log.append(sampleEntry(index));
  made.clock.pass(1000);
  await log.append(sampleEntry(4));
  await log.close();
  expect(await read()).toHaveLength(7);
  expect(await made.verify()).toMatchObject({ whole: true, records: 7 + 4 });
});

test('retention takes whole old segments, and the chain goes on from their last hash', async () => {
  await written(3);
  made.clock.pass(10_000);
  await written(2);
  made.clock.pass(10_000);
  const log = await made.open();
  await log.append(sampleEntry());
  expect(await trim(log, made.clock.now() - 15_000)).toBe(5);
  expect(await trim(log, made.clock.now() - 15_000)).toBe(null);
  await log.append(sampleEntry());
  await log.close();
  const records = await read();
  expect(records.map(({ number }) => number)).toEqual([6, 7, 9, 10, 11]);
  expect(records[3]).toMatchObject({ kind: 'audit.trimmed', details: { first: 1, last: 4, why: 'a test' } });
  const { lastHash } = records[3]?.details ?? {};
  expect(await made.verify()).toMatchObject({ whole: true, first: 5, last: 11, previous: lastHash });
  tamper(made.file, (rows) => rows.slice(3));
  expect((await made.verify()).damage).toMatchObject({ kind: 'removed', number: 5 });
});

test('a segment that a process still writes stays, whoever else trims', async () => {
  const slow = await made.open();
  await slow.append(sampleEntry(0));
  await written(3);
  made.clock.pass(10_000);
  const log = await made.open();
  await slow.append(sampleEntry(1));
  expect(await trim(log, made.clock.now() + 1)).toBe(null);
  await log.append(sampleEntry(2));
  await log.close();
  await slow.close();
  expect(await made.verify()).toMatchObject({ whole: true, first: 1 });
});

test('a process whose segment was trimmed away begins a new one', async () => {
  const slow = await made.open();
  await slow.append(sampleEntry(0));
  const log = await made.open();
  await log.append(sampleEntry(1));
  expect(await trim(log, made.clock.now() + 1)).toBe(3);
  await slow.append(sampleEntry(2));
  await Promise.all([log.close(), slow.close()]);
  expect(await made.verify()).toMatchObject({ whole: true, first: 3 });
  expect((await read()).at(-1)?.details['index']).toBe(2);
});

test('a process that trims its own segment away records that in a new one', async () => {
  const slow = await made.open();
  await slow.append(sampleEntry(0));
  const log = await made.open();
  await log.append(sampleEntry(1));
  expect(await trim(slow, made.clock.now() + 1)).toBe(3);
  await Promise.all([log.close(), slow.close()]);
  expect(await made.verify()).toMatchObject({ whole: true, first: 3, last: 6 });
});

test('nothing goes once somebody wrote on in it, or it is another part than was looked at', async () => {
  const slow = await made.open();
  await slow.append(sampleEntry(0));
  await written(2);
  const log = await made.open();
  const part = await log.closed(Number.POSITIVE_INFINITY);
  expect(part).toMatchObject({ first: 1, last: 2 });
  const by = { actor: { door: 'cli', name: null }, details: {} } as const;
  const { hash = '' } = part ?? {};
  await slow.append(sampleEntry(3));
  for (const other of [
    { first: 1, last: 2, hash },
    { first: 1, last: 2, hash: 'ab'.repeat(32) },
    { first: 2, last: 2, hash },
    { first: 1, last: 1, hash },
    { first: 1, last: 99, hash },
    { first: 1, last: 0, hash },
  ])
    await expect(log.trim(other, by)).rejects.toMatchObject({ code: 'nothing_closed' });
  await Promise.all([log.close(), slow.close()]);
  expect(await made.verify()).toMatchObject({ whole: true, first: 1, last: 6 });
  expect((await read()).map(({ kind }) => kind)).not.toContain('audit.trimmed');
});

test.each([
  ['before the entry about it', 0],
  ['before the anchor', 1],
  ['before the records go', 2],
])('a trim that fails %s leaves a whole log, and the next one goes on', async (_, step) => {
  await written(3);
  await written(1);
  let advanced = 0;
  const failing = {
    ...made.anchor,
    advance: async (head: Head) => {
      if (advanced === step) throw new Error('killed here');
      advanced += 1;
      await made.anchor.advance(head);
    },
  };
  const editor = new SQLite(made.file);
  if (step === 2)
    editor.exec("CREATE TRIGGER killed BEFORE DELETE ON records BEGIN SELECT RAISE(ABORT, 'killed'); END");
  const log = await made.open({ anchor: failing });
  await expect(trim(log, made.clock.now() + 1)).rejects.toThrow();
  await log.close();
  editor.exec('DROP TRIGGER IF EXISTS killed');
  editor.close();
  expect(await made.verify()).toMatchObject({ whole: true, first: 1 });
  const next = await made.open();
  expect(await trim(next, made.clock.now() + 1)).toBeGreaterThan(4);
  await next.close();
  expect(await made.verify()).toMatchObject({ whole: true });
});

test('a log whose end was cut off is not gone on with', async () => {
  await written(4);
  tamper(made.file, (rows) => rows.slice(0, -2));
  await expect(made.open()).rejects.toMatchObject({ code: 'audit_damaged', message: /entry 4 is the first/ });
  rmSync(made.file);
  await expect(made.open()).rejects.toMatchObject({ code: 'audit_damaged' });
  expect(existsSync(made.file)).toBe(false);
  expect((await made.verify()).damage).toMatchObject({ kind: 'truncated', number: 1 });
});

test('the anchor follows the entry on disk, and the answer follows the anchor', async () => {
  const onlooker = new SQLite(made.file);
  const seen: string[] = [];
  const watched = {
    ...made.anchor,
    advance: async (head: Head) => {
      const hash = onlooker.prepare('SELECT hash FROM records WHERE number = ?').pluck().get(head.number);
      expect(hash).toEqual(Buffer.from(head.hash));
      await made.anchor.advance(head);
      seen.push(`anchored ${String(head.number)}`);
    },
  };
  const log = await made.open({ anchor: watched });
  for (let index = 0; index < 3; index += 1) {
    const { number } = await log.append(sampleEntry(index));
    seen.push(`answered ${String(number)}`);
  }
  await log.close();
  onlooker.close();
  expect(seen).toEqual(
    [2, 3, 4].flatMap((number) => [`anchored ${String(number)}`, `answered ${String(number)}`]),
  );
});

test('a crash between the entry and its anchor is no damage', async () => {
  const log = await made.open();
  await log.append(sampleEntry(0));
  const before = made.anchor.read();
  const behind = { ...made.anchor, advance: async () => Promise.reject(new Error('killed here')) };
  const crashing = await made.open({ anchor: behind });
  await expect(crashing.append(sampleEntry(1))).rejects.toMatchObject({ code: 'record_failed' });
  expect(made.anchor.read()).toEqual(before);
  await Promise.all([log.close(), crashing.close()]);
  expect((await made.verify()).whole).toBe(true);
  await written(1);
  expect(await made.verify()).toMatchObject({ whole: true, last: 6 });
});

test('another log in its place is seen, at rest and in use', async () => {
  await written(3);
  const other = await testLog();
  const otherLog = await other.open();
  for (let index = 0; index < 9; index += 1) await otherLog.append(sampleEntry(index));
  await otherLog.close();
  const log = await made.open();
  renameSync(made.file, `${made.file}.away`);
  for (const side of ['-wal', '-shm']) rmSync(made.file + side, { force: true });
  copyFileSync(other.file, made.file);
  await expect(log.append(sampleEntry())).rejects.toMatchObject({
    code: 'record_failed',
    message: /moved or replaced/,
  });
  await log.close();
  expect((await made.verify({ identity: null })).damage).toMatchObject({ kind: 'swapped', number: null });
  await expect(made.open()).rejects.toMatchObject({ code: 'audit_damaged' });
  await other.dispose();
});

test('a key that is not the one it was sealed to is named', async () => {
  await written(2);
  const other = await testLog();
  expect((await made.verify({ identity: other.identity })).damage).toMatchObject({
    kind: 'key_mismatch',
    number: 1,
  });
  await other.dispose();
});

test('an anchor that is gone or not ours is damage, and so is its key', async () => {
  await written(2);
  const anchor = new SQLite(made.anchorFile);
  anchor.exec('UPDATE head SET number = 1, hash = (SELECT zeroblob(32))');
  expect((await made.verify()).damage?.kind).toBe('anchor_forged');
  await expect(made.open()).rejects.toMatchObject({ code: 'audit_damaged' });
  anchor.exec('DELETE FROM head');
  anchor.close();
  expect((await made.verify()).damage?.kind).toBe('anchor_missing');
  await expect(made.open()).rejects.toMatchObject({ code: 'audit_damaged' });
});

test('an anchor file or a signing key that was taken away is not made anew', async () => {
  await written(2);
  await made.anchor.close();
  unsetEnvironmentValue(made.environmentFile, signingKeyName);
  await expect(openAnchor(made.anchorFile, made.environmentFile)).rejects.toMatchObject({
    code: 'audit_damaged',
    message: /is missing/,
  });
  setEnvironmentValue(made.environmentFile, signingKeyName, 'short');
  await expect(openAnchor(made.anchorFile, made.environmentFile)).rejects.toMatchObject({
    code: 'audit_damaged',
  });
  rmSync(made.anchorFile);
  setEnvironmentValue(made.environmentFile, signingKeyName, 'A'.repeat(43));
  await made.reopenAnchor();
  expect((await made.verify()).damage?.kind).toBe('anchor_missing');
});

function memoryCheckpoint(): CheckpointStore & { head: Head | null } {
  return {
    place: 'keychain',
    head: null,
    async read() {
      return this.head;
    },
    async write(head) {
      this.head = head;
    },
  };
}

test('log and anchor put back to an older state together are seen by the checkpoint', async () => {
  const checkpoint = memoryCheckpoint();
  await written(2);
  const files = [made.file, made.anchorFile];
  for (const file of files) {
    const connection = new SQLite(file);
    connection.pragma('wal_checkpoint(TRUNCATE)');
    connection.close();
    copyFileSync(file, `${file}.old`);
  }
  const log = await made.open({ checkpoint });
  await log.append(sampleEntry());
  await log.append(sampleEntry());
  await log.close();
  expect(checkpoint.head?.number).toBe(6);
  expect(await made.verify({ checkpoint })).toMatchObject({ whole: true, against: ['anchor', 'keychain'] });
  await made.anchor.close();
  for (const file of files) {
    for (const side of ['-wal', '-shm']) rmSync(file + side, { force: true });
    copyFileSync(`${file}.old`, file);
  }
  await made.reopenAnchor();
  expect((await made.verify()).whole).toBe(true);
  expect((await made.verify({ checkpoint })).damage).toMatchObject({ kind: 'truncated', number: 4 });
});

test('a checkpoint that cannot be written is told, and the entry is kept', async () => {
  const failures: unknown[] = [];
  const broken = { ...memoryCheckpoint(), write: async () => Promise.reject(new Error('locked')) };
  const log = await made.open({ checkpoint: broken, onCheckpointFailed: (error) => failures.push(error) });
  await log.append(sampleEntry());
  await log.close();
  expect(failures).toHaveLength(2);
  expect((await made.verify()).whole).toBe(true);
});

test('a person can set a damaged log aside and begin anew', async () => {
  await written(3);
  tamper(made.file, (rows) => rows.slice(0, 2));
  await made.anchor.close();
  const files = { log: made.file, anchor: made.anchorFile, environmentFile: made.environmentFile };
  const aside = restartAudit(files, Date.UTC(2026, 10, 30, 12));
  expect(aside.map((file) => file.replace(made.folder, ''))).toEqual([
    '/audit-head-set-aside-20261130T120000Z.db',
    '/audit-set-aside-20261130T120000Z.db',
  ]);
  await made.reopenAnchor();
  await written(1);
  expect(await made.verify()).toMatchObject({ whole: true, records: 2 });
});

test('nothing is recorded after the end', async () => {
  const log = await made.open();
  await log.close();
  await expect(log.append(sampleEntry())).rejects.toMatchObject({ code: 'record_failed' });
});
