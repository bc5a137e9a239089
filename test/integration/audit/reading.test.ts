import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  auditEndDamage,
  listAudit,
  showAudit,
  verifyAudit,
} from '../../../src-main/audit/audit-procedures.ts';
import { type AuditReader, openAuditReader } from '../../../src-main/audit/reader.ts';
import { BackboneError } from '../../../src-main/base/errors.ts';
import { auditProcedures } from '../../../src-main/contract/procedures/audit.ts';
import { sampleEntry, type TestLog, tamper, testLog } from '../../support/audit-log.ts';

let made: TestLog;
let reader: AuditReader;
const asked: string[] = [];

beforeEach(async () => {
  made = await testLog();
  const log = await made.open({ rotation: { records: 100, milliseconds: 1e9 } });
  for (let index = 0; index < 450; index += 50) {
    const group = Array.from({ length: 50 }, (_, offset) => index + offset).map((each) => {
      made.clock.pass(1000);
      return log.append({ ...sampleEntry(each), kind: each % 10 === 0 ? 'launch.ended' : 'answer.sent' });
    });
    await Promise.all(group);
  }
  await log.close();
  asked.length = 0;
  reader = await openAuditReader(made.file, async () => {
    asked.push('identity');
    return made.identity;
  });
});
afterEach(async () => {
  await reader.dispose();
  await made.dispose();
});

const parts = () => ({
  file: made.file,
  reader,
  anchor: made.anchor,
  checkpoint: null,
  identity: async () => made.identity,
});

test('pages go from the newest to the oldest and miss nothing', async () => {
  const numbers: number[] = [];
  let before: number | undefined;
  do {
    const input = auditProcedures['audit.list'].input.parse({ limit: '70', before });
    const page = auditProcedures['audit.list'].output.parse(await listAudit(parts(), input));
    expect(page.damage).toBeNull();
    numbers.push(...page.records.map(({ number }) => number));
    before = page.next ?? undefined;
  } while (before !== undefined);
  expect(numbers).toHaveLength(450);
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
  expect(asked).toHaveLength(1);
});

test('entries are found by agent, door, kind and time', async () => {
  const all = { limit: 1000 };
  const start = made.clock.now() - 450_000;
  const ended = (await reader.list({ kind: 'launch.ended' }, all)).records;
  expect(ended.map(({ details }) => details['index'])).toEqual(
    Array.from({ length: 45 }, (_, index) => 440 - index * 10),
  );
  expect((await reader.list({ agent: 'agent-1' }, all)).records).toHaveLength(150);
  expect((await reader.list({ agent: 'id-1' }, all)).records).toHaveLength(150);
  expect((await reader.list({ door: 'cli' }, all)).records).toHaveLength(0);
  const between = await reader.list({ since: start + 10_000, until: start + 12_000 }, all);
  expect(between.records.map(({ details }) => details['index'])).toEqual([11, 10, 9]);
});

test('one entry is shown with its place, and what opens a segment is no entry', async () => {
  const shown = auditProcedures['audit.show'].output.parse(await showAudit(parts(), { number: 104 }));
  expect(shown).toMatchObject({ segment: 102, record: { number: 104, details: { index: 101 } } });
  await expect(showAudit(parts(), { number: 102 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(showAudit(parts(), { number: 9999 })).rejects.toMatchObject({ code: 'not_found' });
});

test('who follows hears of new entries, those of other processes too', async () => {
  const stop = new AbortController();
  const heard: unknown[] = [];
  const listening = (async () => {
    for await (const { details } of reader.follow({ agent: 'agent-0' }, reader.last(), stop.signal)) {
      heard.push(details['index']);
      if (heard.length === 2) stop.abort();
    }
  })();
  const log = await made.open();
  for (let index = 900; index < 904; index += 1) await log.append(sampleEntry(index));
  await listening;
  await log.close();
  expect(heard).toEqual([900, 903]);
});

test('an entry that cannot be opened is an error, never passed over', async () => {
  tamper(made.file, (rows) =>
    rows.map((row) => (row.number === 440 ? { ...row, sealed: Buffer.alloc(90) } : row)),
  );
  await expect(reader.list({}, { limit: 1000 })).rejects.toMatchObject({
    code: 'audit_damaged',
    message: /Entry 440/,
  });
});

test('a locked keyring is said, and asked again the next time', async () => {
  let locked = true;
  const hesitant = await openAuditReader(made.file, async () => {
    if (locked) throw new BackboneError('keyring_locked', 'The keyring is locked.');
    return made.identity;
  });
  await expect(hesitant.list({}, { limit: 1 })).rejects.toMatchObject({ code: 'keyring_locked' });
  locked = false;
  expect((await hesitant.list({}, { limit: 1 })).records).toHaveLength(1);
  await hesitant.dispose();
});

test('damage at the end is seen by every list, damage inside by a verification', async () => {
  expect(auditEndDamage(parts())).toBeNull();
  tamper(made.file, (rows) => rows.filter(({ number }) => number !== 10));
  expect(auditEndDamage(parts())).toBeNull();
  const found = auditProcedures['audit.verify'].output.parse(await verifyAudit(parts(), { contents: true }));
  expect(found.damage).toMatchObject({ kind: 'removed', number: 10 });
  tamper(made.file, (rows) => rows.slice(0, -1));
  expect((await listAudit(parts(), { limit: 1 })).damage).toMatchObject({ kind: 'truncated' });
});

test('a log that is not there is not made by looking', async () => {
  await expect(openAuditReader(`${made.file}.none`, async () => '')).rejects.toMatchObject({
    code: 'not_initialised',
  });
});
