import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditLog } from '../../../src-main/audit/audit-log.ts';
import { exportAudit } from '../../../src-main/audit/audit-procedures.ts';
import { openAuditReader } from '../../../src-main/audit/reader.ts';
import { verifyExport, verifyExports } from '../../../src-main/audit/verify-export.ts';
import { runCommand } from '../../../src-main/base/run-command.ts';
import { auditProcedures } from '../../../src-main/contract/procedures/audit.ts';
import { sampleEntry, type TestLog, testLog } from '../../support/audit-log.ts';

const independent = fileURLToPath(new URL('../../support/verify-audit-export.py', import.meta.url));

let made: TestLog;
let file: string;
beforeEach(async () => {
  made = await testLog();
  file = path.join(made.folder, 'export.jsonl');
});
afterEach(() => made.dispose());

async function written(entries: number): Promise<void> {
  const log = await made.open();
  await Promise.all(Array.from({ length: entries }, (_, index) => log.append(sampleEntry(index))));
  await log.close();
}

/** Exports in pages of `limit` lines, as a client does. */
async function exported(limit = 7, to?: number): Promise<string[]> {
  const reader = await openAuditReader(made.file, async () => made.identity);
  const lines: string[] = [];
  let from: number | undefined;
  do {
    const page = exportAudit(
      { file: made.file, reader, anchor: made.anchor, checkpoint: null, identity: async () => made.identity },
      auditProcedures['audit.export'].input.parse({ from, to, limit }),
    );
    lines.push(...page.lines);
    from = page.next ?? undefined;
  } while (from !== undefined);
  await reader.dispose();
  writeFileSync(file, `${lines.join('\n')}\n`);
  return lines;
}

/** Takes all closed segments away, as an archive is followed by. */
async function trimClosed(log: AuditLog, before = Number.POSITIVE_INFINITY) {
  const part = await log.closed(before);
  if (part === null) throw new Error('Nothing is closed.');
  await log.trim(part, { actor: { door: 'cli', name: null }, details: {} });
  return part;
}

const verify = (options: { identity?: string; signer?: string } = {}) =>
  verifyExport({ file, identity: options.identity ?? null, signer: options.signer ?? null });

const independently = (...args: string[]) =>
  runCommand('python3', [independent, file, ...args], { timeout: 60_000 });

test('an export is verified without a secret, with the key, and by an independent script', async () => {
  await written(20);
  expect(await exported()).toHaveLength(23);
  const signer = made.anchor.signer.fingerprint;
  const whole = { whole: true, damage: null, records: 21, first: 1, last: 21, signer };
  expect(await verify({ signer })).toMatchObject({ ...whole, contents: false });
  expect(await verify({ identity: made.identity })).toMatchObject({ ...whole, contents: true });
  const script = await independently(signer);
  expect(script).toMatchObject({ status: 0, output: `whole: 21 records, signed by ${signer}\n` });
  expect((await independently('00'.repeat(32))).errors).toMatch(/not signed by that key/);
  expect(readFileSync(independent, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

test('an export of what retention left is whole by itself', async () => {
  await written(5);
  made.clock.pass(10_000);
  await written(5);
  const log = await made.open();
  await log.append(sampleEntry());
  await trimClosed(log, made.clock.now() - 5000);
  await log.close();
  await exported(2000);
  expect(await verify({ identity: made.identity })).toMatchObject({ whole: true, first: 7 });
  expect((await independently()).status).toBe(0);
});

test('an archive and what is left are one log; what lies between them, or another, is seen', async () => {
  await written(5);
  await written(5);
  const log = await made.open();
  await log.append(sampleEntry());
  const part = await log.closed(Number.POSITIVE_INFINITY);
  expect(part).toMatchObject({ first: 1, last: 12 });
  const whole = await exported(5);
  const archive = `${file}.archive`;
  const place = (name: string, lines: readonly string[]) => {
    writeFileSync(`${file}.${name}`, `${lines.join('\n')}\n`);
    return `${file}.${name}`;
  };
  const archived = await exported(5, part?.last);
  place('archive', archived);
  expect(await verifyExport({ file: archive, identity: made.identity, signer: null })).toMatchObject({
    whole: true,
    damage: null,
    ...part,
  });
  await trimClosed(log);
  const rest = place('rest', await exported());
  expect(await verifyExport({ file: rest, identity: null, signer: null })).toMatchObject({
    whole: true,
    first: 13,
    previous: part?.hash,
  });
  const together = (...files: [string, ...string[]]) =>
    verifyExports(files, { identity: null, signer: null });
  expect(await together(archive, rest)).toMatchObject({
    damaged: null,
    verification: { whole: true, records: 15, first: 1, last: 15, previous: null },
  });
  const found = async (...files: [string, ...string[]]) => {
    const { damaged, verification } = await together(...files);
    return [damaged, verification.damage?.kind, verification.damage?.number];
  };
  await log.append(sampleEntry());
  await log.close();
  await written(1);
  const later = await made.open();
  await trimClosed(later);
  await later.close();
  const latest = place('latest', await exported());
  expect(await found(archive, latest)).toEqual([latest, 'removed', 13]);
  expect(await found(archive, place('whole', whole))).toEqual([`${file}.whole`, 'inserted', 1]);
  expect(await found(rest, archive)).toEqual([archive, 'inserted', 1]);
  const forged = place(
    'forged',
    readFileSync(rest, 'utf8')
      .trimEnd()
      .split('\n')
      .with(0, (archived[0] ?? '').replace('"first":1', '"first":13')),
  );
  expect(await found(archive, forged)).toEqual([forged, 'swapped', 13]);
  expect(await found(forged, archive)).toEqual([forged, 'changed', 13]);
  const other = await testLog();
  const others = await verifyExports([archive, rest], {
    identity: null,
    signer: other.anchor.signer.fingerprint,
  });
  await other.dispose();
  expect(others).toMatchObject({ damaged: archive, verification: { damage: { kind: 'anchor_forged' } } });
  const otherLog = readFileSync(rest, 'utf8').replace(/"log":"[0-9a-f]{32}"/, `"log":"${'0'.repeat(32)}"`);
  expect(await found(archive, place('other', otherLog.trimEnd().split('\n')))).toEqual([
    `${file}.other`,
    'swapped',
    null,
  ]);
});

test('an export does not end with a record that is not there', async () => {
  await written(2);
  await expect(exported(7, 9)).rejects.toMatchObject({ code: 'not_found' });
});

test('an export of a log without entries is whole', async () => {
  await written(0);
  await exported();
  expect(await verify()).toMatchObject({ whole: true, records: 0, hash: null });
  expect((await independently()).status).toBe(0);
});

test.each<[string, (lines: string[]) => string[], object]>([
  [
    'a changed line',
    (lines) => lines.with(5, (lines[5] ?? '').replace(/"sealed":"..../, '"sealed":"AAAA')),
    { kind: 'changed', number: 5 },
  ],
  ['a line that is no record', (lines) => lines.with(5, '{}'), { kind: 'changed', number: 5 }],
  ['a removed line', (lines) => lines.toSpliced(5, 1), { kind: 'removed', number: 5 }],
  ['removed first lines', (lines) => lines.toSpliced(1, 2), { kind: 'removed', number: 1 }],
  [
    'two lines in the wrong order',
    (lines) => lines.with(5, lines[6] ?? '').with(6, lines[5] ?? ''),
    { kind: 'reordered', number: 5 },
  ],
  ['a repeated line', (lines) => lines.toSpliced(6, 0, lines[5] ?? ''), { kind: 'inserted', number: 5 }],
  ['missing last records', (lines) => lines.toSpliced(10, 2), { kind: 'truncated', number: 10 }],
  ['a missing head', (lines) => lines.slice(0, -1), { kind: 'truncated', number: 12 }],
  [
    'a head with another number',
    (lines) => lines.with(-1, (lines.at(-1) ?? '').replace('"number":11', '"number":10')),
    { kind: 'swapped', number: 10 },
  ],
  [
    'a head with another signature',
    (lines) => lines.with(-1, (lines.at(-1) ?? '').replace(/"signature":"..../, '"signature":"AAAA')),
    { kind: 'anchor_forged' },
  ],
])('%s is named', async (_, change, expected) => {
  await written(10);
  const lines = await exported();
  writeFileSync(file, `${change(lines).join('\n')}\n`);
  expect((await verify()).damage).toMatchObject(expected);
  expect((await independently()).status).not.toBe(0);
});

test('another signer or another identity than the expected one is named', async () => {
  await written(3);
  await exported();
  const other = await testLog();
  expect((await verify({ signer: other.anchor.signer.fingerprint })).damage?.kind).toBe('anchor_forged');
  expect((await verify({ identity: other.identity })).damage).toMatchObject({
    kind: 'key_mismatch',
    number: 1,
  });
  await other.dispose();
});

test('a file that is no export is refused', async () => {
  writeFileSync(file, 'hello\n');
  await expect(verify()).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(verifyExport({ file: `${file}.none`, identity: null, signer: null })).rejects.toMatchObject({
    code: 'not_found',
  });
});
