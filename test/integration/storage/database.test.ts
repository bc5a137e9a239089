import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { openDatabase } from '../../../src-main/storage/database.ts';
import { holderOf } from '../../../src-main/storage/holder.ts';
import { migrations } from '../../../src-main/storage/migrations/all.ts';
import { nodeProcess } from '../../support/node-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait-until.ts';

let held: Disposables;
let folder: string;
let file: string;

beforeEach(() => {
  held = new Disposables();
  folder = held.add(temporaryFolder('storage')).path;
  file = path.join(folder, 'backbone.db');
});
afterEach(() => held.dispose());

const open = async (options: Parameters<typeof openDatabase>[1] = {}) =>
  held.add(await openDatabase(file, options));
const modeOf = (name: string) => statSync(path.join(folder, name)).mode & 0o777;
const set = "insert into settings values ('a', '1', 0)";

/** Another process that takes the write lock and says so; it lets go when its input is closed. */
async function lockFromOutside(): Promise<ReturnType<typeof nodeProcess>> {
  const outside = held.add(
    nodeProcess(
      `import SQLite from ${JSON.stringify(import.meta.resolve('better-sqlite3'))};
       const db = new SQLite(process.argv[1]);
       db.exec('begin immediate');
       console.log('locked');
       process.stdin.resume().once('end', () => { db.exec('rollback'); db.close(); });`,
      [file],
    ),
  );
  expect(await outside.line()).toBe('locked');
  return outside;
}

test.each(['0', '777', '022'])('its files are private under umask %s', async (umask) => {
  const writer = held.add(
    nodeProcess(
      `process.umask(0o${umask});
       const { openDatabase } = await import(process.argv[1]);
       const db = await openDatabase(process.argv[2]);
       await db.write((c) => c.exec(${JSON.stringify(set)}));
       console.log('written');
       process.stdin.resume().once('end', () => db.dispose());`,
      [path.resolve('src-main/storage/database.ts'), file],
    ),
  );
  expect(await writer.line()).toBe('written');
  expect(readdirSync(folder).sort()).toEqual(['backbone.db', 'backbone.db-shm', 'backbone.db-wal']);
  for (const name of readdirSync(folder)) expect([name, modeOf(name)]).toEqual([name, 0o600]);
  writer.child.stdin?.end();
  await writer.ended;
});

test('modes are repaired at opening, of the side files too', async () => {
  const first = await open();
  await first.write((connection) => connection.exec(set));
  for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o666);
  await open();
  for (const name of readdirSync(folder)) expect([name, modeOf(name)]).toEqual([name, 0o600]);
});

test.each(['', '-wal', '-shm', '-journal'])('a symbolic link at "%s" is refused', async (suffix) => {
  const elsewhere = path.join(folder, 'elsewhere');
  writeFileSync(elsewhere, '');
  if (suffix !== '') writeFileSync(file, '', { mode: 0o600 });
  symlinkSync(elsewhere, file + suffix);
  await expect(openDatabase(file)).rejects.toMatchObject({ code: 'not_private' });
  expect(statSync(elsewhere).size).toBe(0);
});

test('a write is all or nothing, and foreign keys hold', async () => {
  const database = await open();
  await expect(
    database.write((connection) => {
      connection.exec(set);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const count = () =>
    database.read((connection) => connection.prepare('select count(*) from settings').pluck().get());
  expect(count()).toBe(0);
  await expect(
    database.write((connection) =>
      connection.exec(
        "insert into questions (id, agent_id, launch_id, fingerprint, asked_at, body) values ('q', 'none', 'none', '', 0, '{}')",
      ),
    ),
  ).rejects.toThrow(/FOREIGN KEY/);
});

test('names of agents are one whatever their case', async () => {
  const database = await open();
  const add = (id: string, name: string) =>
    database.write((connection) =>
      connection
        .prepare("insert into agents (id, name, dir, runtime, registered_at) values (?, ?, '/', 'shell', 0)")
        .run(id, name),
    );
  await add('1', 'App');
  await expect(add('2', 'aPP')).rejects.toThrow(/UNIQUE/);
});

test('a lock of another process is waited for while the event loop runs, and nothing is lost', async () => {
  const database = await open();
  const outside = await lockFromOutside();
  let longest = 0;
  let turns = 0;
  let last = performance.now();
  const pulse = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    turns += 1;
    // Reading goes on meanwhile.
    database.read((connection) => connection.prepare('select * from settings').all());
  }, 5);
  held.defer(() => clearInterval(pulse));
  const writes = Promise.all(
    ['x', 'y', 'z'].map((key) =>
      database.write((connection) => connection.prepare("insert into settings values (?, '1', 0)").run(key)),
    ),
  );
  await waitUntil('the event loop has turned often', () => turns >= 40);
  outside.child.stdin?.end();
  await writes;
  clearInterval(pulse);
  expect(longest).toBeLessThan(200);
  expect(
    database.read((connection) =>
      connection.prepare('select key from settings order by rowid').pluck().all(),
    ),
  ).toEqual(['x', 'y', 'z']);
});

test('after the bound it is storage_busy, and names who holds the lock', async () => {
  const database = await open({ bound: 200 });
  const outside = await lockFromOutside();
  expect(holderOf(file)).toEqual({ pid: outside.pid, program: expect.any(String) as string });
  await expect(database.write((connection) => connection.exec(set))).rejects.toMatchObject({
    code: 'storage_busy',
    message: expect.stringContaining(`Process ${outside.pid} `) as string,
  });
  await outside.dispose();
  expect(holderOf(file)).toBeNull();
  await database.write((connection) => connection.exec(set));
});

test('closing gives up a write that waits for another process, and keeps one that does not', async () => {
  const database = await open();
  const kept = database.write((connection) => connection.exec(set));
  await kept;
  await lockFromOutside();
  const waits = database.write((connection) => connection.exec('delete from settings'));
  const refused = expect(waits).rejects.toMatchObject({ code: 'storage_busy' });
  await new Promise((resolve) => setImmediate(resolve));
  await database.dispose();
  await refused;
  await expect(database.write(() => 1)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(() => database.read(() => 1)).toThrow(expect.objectContaining({ code: 'storage_failed' }));
});

test('a killed writer leaves a database that can be written at once', async () => {
  const outside = await lockFromOutside();
  await outside.dispose();
  const database = await open({ bound: 0 });
  await database.write((connection) => connection.exec(set));
});

test('steps of the schema are taken once, in order, and only forward', async () => {
  const one = 'create table t (a); insert into t values (1)';
  const first = await open({ migrations: [one] });
  await first.dispose();
  const second = await open({ migrations: [one, 'insert into t values (2)'] });
  expect(second.read((connection) => connection.prepare('select a from t').pluck().all())).toEqual([1, 2]);
  await second.dispose();
  await expect(openDatabase(file, { migrations: [one] })).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.stringMatching(/newer Backbone \(schema 2, this one knows 1\)/) as string,
  });
});

test('a step that fails leaves the database as it was', async () => {
  const one = 'create table t (a)';
  await (await open({ migrations: [one] })).dispose();
  await expect(openDatabase(file, { migrations: [one, 'create table u (a); oops'] })).rejects.toThrow();
  const after = await open({ migrations: [one] });
  expect(
    after.read((connection) =>
      connection.prepare("select name from sqlite_schema where name in ('t', 'u')").pluck().all(),
    ),
  ).toEqual(['t']);
});

test('two processes that open a new database at once both succeed', async () => {
  await Promise.all([openDatabase(file), openDatabase(file)].map(async (one) => held.add(await one)));
  const raw = new SQLite(file, { readonly: true });
  held.defer(() => void raw.close());
  expect(raw.pragma('user_version', { simple: true })).toBe(migrations.length);
  expect(raw.pragma('journal_mode', { simple: true })).toBe('wal');
});

test('a file that is no database is named as such', async () => {
  writeFileSync(file, 'this is not a database, and long enough to be looked at '.repeat(100));
  await expect(openDatabase(file)).rejects.toMatchObject({ code: 'storage_failed' });
});
