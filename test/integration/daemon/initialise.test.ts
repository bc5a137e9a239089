import { chmodSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { operatorKeyIn } from '../../../src-main/authority/operator-key.ts';
import { type DataDirectory, dataDirectory } from '../../../src-main/base/data-directory.ts';
import { initialise } from '../../../src-main/daemon/initialise.ts';
import { readEnvironmentFile, setEnvironmentValue } from '../../../src-main/secrets/environment-file.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let directory: DataDirectory;

beforeEach(() => {
  folder = temporaryFolder('init');
  directory = dataDirectory({ BACKBONE_DATA_DIR: path.join(folder.path, 'data') });
});
afterEach(() => folder.dispose());

const keyOf = () => operatorKeyIn(readEnvironmentFile(directory.environmentFile));
const entries = () => [
  directory.root,
  ...readdirSync(directory.root, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(directory.root, name),
  ),
];
const modes = () =>
  entries().map((entry) => {
    const { mode } = statSync(entry);
    return [entry, (mode & 0o777).toString(8)];
  });
const expected = () => entries().map((entry) => [entry, statSync(entry).isDirectory() ? '700' : '600']);

test('everything is made, privately, and named', async () => {
  const { created } = await initialise(directory);
  expect(created).toEqual([
    directory.root,
    directory.state,
    directory.spool,
    directory.launches,
    directory.hooks,
    directory.database,
    directory.environmentFile,
  ]);
  expect(modes()).toEqual(expected());
  expect(Buffer.from(keyOf(), 'base64url')).toHaveLength(32);
});

test('doing it again makes nothing, keeps the key and repairs modes', async () => {
  await initialise(directory);
  const key = keyOf();
  for (const entry of entries()) chmodSync(entry, statSync(entry).isDirectory() ? 0o755 : 0o644);
  expect(await initialise(directory)).toEqual({ created: [] });
  expect(keyOf()).toBe(key);
  expect(modes()).toEqual(expected());
});

test('a forced one makes a new key and keeps every other secret', async () => {
  await initialise(directory);
  setEnvironmentValue(directory.environmentFile, 'TELEGRAM_TOKEN', 'mine');
  const key = keyOf();
  expect(await initialise(directory, { force: true })).toEqual({ created: [directory.environmentFile] });
  expect(keyOf()).not.toBe(key);
  expect(readEnvironmentFile(directory.environmentFile)['TELEGRAM_TOKEN']).toBe('mine');
});

test('two that miss the key at once make one', async () => {
  await initialise(directory);
  rmSync(directory.environmentFile);
  const outside = new SQLite(directory.database);
  outside.exec('begin immediate');
  const both = Promise.all([initialise(directory), initialise(directory)]);
  // Both have seen that there is no key, and wait for the database.
  await new Promise((resolve) => setImmediate(resolve));
  outside.exec('rollback');
  outside.close();
  const made = (await both).map(({ created }) => created.length);
  expect(made.sort()).toEqual([0, 1]);
  expect(Buffer.from(keyOf(), 'base64url')).toHaveLength(32);
});

test('a data directory that is a link is refused', async () => {
  symlinkSync(folder.path, directory.root);
  await expect(initialise(directory)).rejects.toMatchObject({ code: 'not_private' });
});
