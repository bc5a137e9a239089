import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sampleEntry, type TestLog, testLog } from '../../support/audit-log.ts';
import { type Bundle, bundle } from '../../support/bundle.ts';
import { waitUntil } from '../../support/wait-until.ts';

let bundled: Bundle;
beforeAll(async () => {
  bundled = await bundle({ writer: 'test/support/audit-writer.ts' });
});
afterAll(() => bundled.dispose());

let made: TestLog;
beforeEach(async () => {
  made = await testLog();
});
const children = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await waitUntil('every writer is gone', () => children.size === 0);
  await made.dispose();
});

interface Writer {
  readonly child: ChildProcess;
  /** Number to hash of everything it said was written; resolves when it is gone. */
  readonly acknowledged: Promise<Map<number, string>>;
}

/** @param onLine hears of each acknowledged entry, with their count */
function write(entries: number, atOnce: number, onLine: (count: number) => void = () => undefined): Writer {
  const child = spawn(
    process.execPath,
    [path.join(bundled.folder, 'writer.js'), made.folder, made.recipient, String(entries), String(atOnce)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(bundled.folder, 'compiled') },
    },
  );
  children.add(child);
  const acknowledged = new Promise<Map<number, string>>((resolve, reject) => {
    const lines: string[] = [];
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
      onLine(lines.length);
    });
    child.once('error', reject);
    child.once('close', () => {
      children.delete(child);
      resolve(new Map(lines.map((line) => [Number(line.split(' ')[0]), line.split(' ')[1] ?? ''])));
    });
  });
  return { child, acknowledged };
}

function writtenHashes(): Map<number, string> {
  const connection = new SQLite(made.file, { readonly: true });
  try {
    const rows = connection.prepare('SELECT number, lower(hex(hash)) FROM records').raw().all() as [
      number,
      string,
    ][];
    return new Map(rows);
  } finally {
    connection.close();
  }
}

test('eight processes at once: every acknowledged entry is there, and the chain is whole', async () => {
  const writers = Array.from({ length: 8 }, (_, index) => write(60, [1, 5, 12, 20][index % 4] ?? 1));
  const all = await Promise.all(writers.map(({ acknowledged }) => acknowledged));
  const numbers = all.flatMap((one) => [...one.keys()]);
  expect(numbers).toHaveLength(8 * 60);
  expect(new Set(numbers).size).toBe(numbers.length);
  const written = writtenHashes();
  for (const one of all) for (const [number, hash] of one) expect(written.get(number)).toBe(hash);
  expect(await made.verify()).toMatchObject({ whole: true, records: 8 * 60 + 8 });
});

const kills = 200;
/** Writers that are killed side by side; each kill hits one while the others write. */
const lanes = 4;

/**
 * Writes until it is killed: a moment after some entry, between two of them or in the middle of one; one in eight
 * while it begins, such as in the middle of opening the files.
 */
async function writeUntilKilled(): Promise<Map<number, string>> {
  const after = Math.floor(Math.random() * 8);
  const moment = Math.random() * 4;
  const { child, acknowledged } = write(100_000, 1 + Math.floor(Math.random() * 3), (count) => {
    if (count > after) void delay(moment).then(() => child.kill('SIGKILL'));
  });
  if (Math.random() < 1 / 8) void delay(Math.random() * 600).then(() => child.kill('SIGKILL'));
  const said = await acknowledged;
  expect(child.signalCode).toBe('SIGKILL');
  return said;
}

test(`${kills} writers killed at random points: nothing acknowledged is lost, nothing is called damaged`, async () => {
  const acknowledged = new Map<number, string>();
  let killed = 0;
  const lane = async (): Promise<void> => {
    while (killed < kills) {
      killed += 1;
      for (const [number, hash] of await writeUntilKilled()) acknowledged.set(number, hash);
      if (killed % 10 === 0)
        expect(await made.verify({ identity: null })).toMatchObject({ whole: true, damage: null });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  expect(killed).toBe(kills);
  expect(acknowledged.size).toBeGreaterThan(kills);
  const written = writtenHashes();
  for (const [number, hash] of acknowledged) expect(written.get(number)).toBe(hash);
  const log = await made.open();
  await log.append(sampleEntry());
  await log.close();
  expect(await made.verify()).toMatchObject({ whole: true, damage: null, contents: true });
}, 180_000);
