import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { setting } from '../../../src-main/contract/system.ts';
import { type SettingName, settingKeys } from '../../../src-main/settings/keys.ts';
import { createSettings, type Settings } from '../../../src-main/settings/settings.ts';
import { type Database, openDatabase } from '../../../src-main/storage/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const clock = { now: () => 1_000, elapsed: () => 0 };
let held: Disposables;
let database: Database;
let settings: Settings;

beforeEach(async () => {
  held = new Disposables();
  const folder = held.add(temporaryFolder('settings')).path;
  database = held.add(await openDatabase(path.join(folder, 'backbone.db')));
  settings = createSettings(database, clock);
});
afterEach(() => held.dispose());

const store = (key: string, value: string) =>
  database.write((connection) =>
    connection.prepare('insert into settings (key, value, changed_at) values (?, ?, 0)').run(key, value),
  );

test('every default is of its own type, and the list is as the contract says', () => {
  for (const key of Object.values(settingKeys)) expect(key.type.safeParse(key.default).success).toBe(true);
  for (const entry of settings.list()) expect(setting.parse(entry).value).toEqual(entry.default);
});

test('a change is kept, felt at once and announced; unset brings the default back', async () => {
  const heard: SettingName[] = [];
  settings.changed.on((name) => heard.push(name));
  expect(await settings.set('timing.stop_grace_seconds', 9)).toMatchObject({ value: 9, default: 5 });
  expect(settings.get('timing.stop_grace_seconds')).toBe(9);
  expect(createSettings(database, clock).get('timing.stop_grace_seconds')).toBe(9);
  expect(await settings.unset('timing.stop_grace_seconds')).toMatchObject({ value: 5 });
  expect(createSettings(database, clock).get('timing.stop_grace_seconds')).toBe(5);
  await settings.unset('timing.stop_grace_seconds');
  expect(heard).toEqual(['timing.stop_grace_seconds', 'timing.stop_grace_seconds']);
});

test.each([
  ['backbone.port', '7120'],
  ['backbone.port', 0],
  ['backbone.port', 1.5],
  ['backbone.host', 'a b'],
  ['backbone.host', ''],
  ['agents.default_runtime', 'codexx'],
  ['timing.start_timeout_seconds', -1],
  ['security.allow_remote_approval', 'false'],
  ['tmux.socket', '../x'],
  ['terminal.rows', [40]],
])('%s refuses %j and keeps what it had', async (name, value) => {
  await expect(settings.set(name, value)).rejects.toMatchObject({ code: 'invalid_input' });
  expect(settings.list().find(({ key }) => key === name)?.value).toEqual(
    settings.list().find(({ key }) => key === name)?.default,
  );
});

test.each(['nothing.known', '__proto__', 'constructor'])('%s is no setting', async (name) => {
  await expect(settings.set(name, 1)).rejects.toMatchObject({ code: 'not_found' });
  await expect(settings.unset(name)).rejects.toMatchObject({ code: 'not_found' });
});

test('bad stored values are ignored in favour of the default, and named', async () => {
  await store('backbone.port', '"7120"');
  await store('timing.stop_grace_seconds', '{broken');
  await store('terminal.rows', '50');
  await store('from.the.future', '1');
  const later = createSettings(database, clock);
  expect(later.get('backbone.port')).toBe(7120);
  expect(later.get('timing.stop_grace_seconds')).toBe(5);
  expect(later.get('terminal.rows')).toBe(50);
  expect(later.problems().map((line) => line.split(' ')[0])).toEqual([
    'backbone.port',
    'from.the.future',
    'timing.stop_grace_seconds',
  ]);
  await later.set('backbone.port', 8000);
  expect(later.problems()).toHaveLength(2);
});

test('no stored text breaks a start', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(settingKeys)),
      fc.oneof(fc.string(), fc.json()),
      async (key, text) => {
        await store(key, text);
        const later = createSettings(database, clock);
        expect(later.list()).toHaveLength(Object.keys(settingKeys).length);
        expect(later.list().every((entry) => setting.safeParse(entry).success)).toBe(true);
        later.problems();
        await later.unset(key);
      },
    ),
    { numRuns: 50 },
  );
});

test('when the database cannot be written, nothing changes and nobody is told', async () => {
  let heard = 0;
  settings.changed.on(() => {
    heard += 1;
  });
  await database.dispose();
  await expect(settings.set('terminal.rows', 50)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(settings.get('terminal.rows')).toBe(40);
  expect(heard).toBe(0);
});
