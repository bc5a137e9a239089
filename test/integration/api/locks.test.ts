import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { lockImplementations } from '../../../src-main/api/procedures/locks.ts';
import { type Caller, operatorAt } from '../../../src-main/authority/caller.ts';
import { systemClock } from '../../../src-main/base/clock.ts';
import { BackboneError } from '../../../src-main/base/errors.ts';
import { createAcceptedLocks } from '../../../src-main/consent/accepted-locks.ts';
import type { AuditEntry } from '../../../src-main/contract/audit.ts';
import type { LockDocument } from '../../../src-main/contract/lock.ts';
import { lockProcedures } from '../../../src-main/contract/procedures/locks.ts';
import { type Locks, lockFiles } from '../../../src-main/lock/locks.ts';
import { outlineOf } from '../../../src-main/lock/outline.ts';
import { type Database, openDatabase } from '../../../src-main/storage/database.ts';
import {
  failureOf,
  identity,
  littleWork,
  lockVector,
  passphrase,
  recipient,
  sampleDocument,
  sealText,
} from '../../support/lock-samples.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

type Name = keyof typeof lockProcedures;
type Input<N extends Name> = z.input<(typeof lockProcedures)[N]['input']>;
type Output<N extends Name> = z.output<(typeof lockProcedures)[N]['output']>;

let home: TemporaryFolder;
let folder: string;
let file: string;
let database: Database;
let locks: Locks;
let recorded: AuditEntry[];
let isRecording: boolean;

const operator = operatorAt('cli');
const agent: Caller = {
  authority: 'agent',
  actor: { door: 'agent', name: 'parcels' },
  agentId: 'a1',
  launchId: 'l1',
};

beforeEach(async () => {
  home = temporaryFolder('locks');
  folder = path.join(home.path, 'agent');
  mkdirSync(folder);
  file = path.join(folder, 'agent.lock');
  database = await openDatabase(path.join(home.path, 'backbone.db'));
  recorded = [];
  isRecording = true;
  locks = lockFiles({
    turns: path.join(home.path, 'turns'),
    identity: () => Promise.resolve(identity),
    work: littleWork,
  });
});
afterEach(async () => {
  await database.dispose();
  await home.dispose();
});

/** Calls as a door does: the input and the answer go through the contract. */
async function call<N extends Name>(name: N, input: Input<N>, caller: Caller = operator): Promise<Output<N>> {
  const doors: Record<Name, (input: never, caller: Caller) => Promise<unknown>> = lockImplementations({
    locks,
    recipient,
    known: {
      ...createAcceptedLocks(database, systemClock),
      outline: (document: LockDocument) => Promise.resolve(outlineOf(document, Buffer.alloc(32, 1))),
    },
    audit: {
      append: (entry) => {
        if (!isRecording) return Promise.reject(new BackboneError('record_failed', 'Nothing was done.'));
        recorded.push(entry);
        return Promise.resolve({ number: recorded.length, hash: '' });
      },
    },
    folderOf: (agentId) => (agentId === 'a1' ? folder : null),
  });
  const { input: form, output } = lockProcedures[name];
  return output.parse(await doors[name](form.parse(input) as never, caller)) as Output<N>;
}

const kinds = () => recorded.map(({ kind }) => kind);
const someone = async () => await identityToRecipient(await generateX25519Identity());

test('create, show, edit: own, recorded, and never a value told', async () => {
  const created = await call('locks.create', {
    folder,
    credentials: { SHOP_TOKEN: { value: 'held-value-1' }, OPENAI_API_KEY: { why: 'to think' } },
    personality: { tone: 'calm' },
    memory: { 'last run': 1 },
  });
  expect(created).toMatchObject({
    file,
    standing: 'own',
    changes: [],
    sealedTo: { is: 'recipients', recipients: [{ recipient, isThisMachine: true }], unnamed: 0 },
    credentials: [
      { name: 'SHOP_TOKEN', is: 'held', why: null },
      { name: 'OPENAI_API_KEY', is: 'asked', why: 'to think' },
    ],
    memory: [{ name: 'last run', bytes: 1 }],
  });
  const edited = await call('locks.edit', {
    folder,
    edit: {
      credentials: { SHOP_TOKEN: { why: 'to sell' }, OPENAI_API_KEY: null, NEW: {} },
      personality: { tone: null, system_prompt: 'Sort.' },
    },
  });
  expect(edited).toMatchObject({
    standing: 'own',
    credentials: [
      { name: 'SHOP_TOKEN', is: 'held', why: 'to sell' },
      { name: 'NEW', is: 'asked' },
    ],
    personality: { system_prompt: 'Sort.' },
  });
  expect(await call('locks.show', { folder })).toEqual(edited);
  expect(kinds()).toEqual(['lock.created', 'lock.changed', 'lock.opened']);
  expect(recorded[1]?.details).toEqual({
    folder,
    keys: ['SHOP_TOKEN', 'OPENAI_API_KEY', 'NEW'],
    traits: ['tone', 'system_prompt'],
  });
  expect(JSON.stringify([recorded, created, edited])).not.toContain('held-value-1');
  expect((await locks.open(folder, {})).document.credentials['SHOP_TOKEN']?.value).toBe('held-value-1');
  expect(await failureOf(call('locks.create', { folder }))).toMatchObject({ code: 'file_exists' });
});

test('what cannot be recorded does not happen', async () => {
  isRecording = false;
  expect(await failureOf(call('locks.create', { folder }))).toMatchObject({ code: 'record_failed' });
  expect(existsSync(file)).toBe(false);
  isRecording = true;
  await call('locks.create', { folder, memory: { a: 1 } });
  const before = readFileSync(file);
  isRecording = false;
  const { digest } = await locks.open(folder, {});
  const other = await someone();
  const refused = [
    () => call('locks.show', { folder }),
    () => call('locks.edit', { folder, edit: { personality: { tone: 'x' } } }),
    () => call('locks.share', { folder, recipient: other }),
    () => call('locks.rotate', { folder }),
    () => call('locks.accept', { folder, digest }),
    () => call('memory.read', { folder }),
    () => call('memory.write', { folder, change: { act: 'set', name: 'a', value: 2 } }),
  ];
  for (const work of refused) expect(await failureOf(work())).toMatchObject({ code: 'record_failed' });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('share and unshare, and who may not be taken out', async () => {
  await call('locks.create', { folder });
  const other = await someone();
  const shared = await call('locks.share', { folder, recipient: other });
  expect(shared.sealedTo).toMatchObject({
    recipients: [
      { recipient, isThisMachine: true },
      { recipient: other, isThisMachine: false },
    ],
  });
  expect((await call('locks.share', { folder, recipient: other })).digest).toBe(shared.digest);
  expect(await failureOf(call('locks.unshare', { folder, recipient }))).toMatchObject({
    code: 'unsupported',
  });
  const stranger = await someone();
  expect(await failureOf(call('locks.unshare', { folder, recipient: stranger }))).toMatchObject({
    code: 'not_found',
  });
  const unshared = await call('locks.unshare', { folder, recipient: other });
  expect(unshared.sealedTo).toMatchObject({ recipients: [{ recipient }] });
  expect(kinds()).toEqual(['lock.created', 'lock.shared', 'lock.unshared']);
});

test('rotate keeps the recipients, or seals to others, or behind a passphrase', async () => {
  const first = await call('locks.create', { folder });
  const fresh = await call('locks.rotate', { folder });
  expect(fresh.digest).not.toBe(first.digest);
  expect(fresh.sealedTo).toEqual(first.sealedTo);
  const other = await someone();
  const two = await call('locks.rotate', { folder, sealTo: { recipients: [other] } });
  expect(two.sealedTo).toMatchObject({ recipients: [{ recipient }, { recipient: other }] });
  const behind = await call('locks.rotate', { folder, sealTo: { passphrase } });
  expect(behind).toMatchObject({ sealedTo: { is: 'passphrase' }, standing: 'own' });
  expect(await failureOf(call('locks.rotate', { folder }))).toMatchObject({ code: 'passphrase_needed' });
  const unlock = { passphrase };
  expect((await call('locks.rotate', { folder, unlock })).sealedTo).toEqual({ is: 'passphrase' });
  expect(await failureOf(call('locks.share', { folder, unlock, recipient: other }))).toMatchObject({
    code: 'unsupported',
  });
  expect(
    await failureOf(call('locks.rotate', { folder, unlock, sealTo: { passphrase, recipients: [other] } })),
  ).toMatchObject({ code: 'invalid_input' });
});

test('a lock of someone else is new, a change of ours does not make it ours, and accepting it does', async () => {
  writeFileSync(file, await sealText(JSON.stringify(sampleDocument({ personality: { tone: 'sly' } }))));
  const shown = await call('locks.show', { folder });
  expect(shown.standing).toBe('new');
  expect(shown.changes.map(({ says }) => says)).toContain('Has the trait tone. The agent is told it.');
  expect((await call('locks.rotate', { folder })).standing).toBe('new');
  await call('memory.write', { folder, change: { act: 'set', name: 'a', value: 1 } });
  const still = await call('locks.show', { folder });
  expect(still.standing).toBe('new');
  expect(await failureOf(call('locks.accept', { folder, digest: shown.digest }))).toMatchObject({
    code: 'changed',
  });
  expect(await call('locks.accept', { folder, digest: still.digest })).toMatchObject({
    standing: 'accepted',
    changes: [],
  });
  // The agent remembers things; a person accepted everything else.
  await call('memory.write', { change: { act: 'set', name: 'b', value: 1 } }, agent);
  expect(await call('locks.show', { folder })).toMatchObject({ standing: 'accepted', changes: [] });
  writeFileSync(file, await sealText(JSON.stringify(sampleDocument({ personality: { tone: 'loud' } }))));
  const changed = await call('locks.show', { folder });
  expect(changed.standing).toBe('changed');
  expect(changed.changes).toContainEqual({
    part: 'personality',
    change: 'changed',
    name: 'tone',
    says: 'Has another text for the trait tone. The agent is told it.',
    before: 'sly',
    after: 'loud',
  });
  expect((await call('locks.edit', { folder, edit: { personality: { x: 'y' } } })).standing).toBe('changed');
});

test('diff, from the lock last accepted and from another file', async () => {
  await call('locks.create', { folder, credentials: { K: { value: 'one-value' } } });
  expect((await call('locks.diff', { folder })).changes).toEqual([]);
  const other = path.join(home.path, 'other.lock');
  const credentials = { K: { value: 'other-value', why: null } };
  writeFileSync(other, await sealText(JSON.stringify(sampleDocument({ credentials }))));
  const { changes } = await call('locks.diff', { folder, against: other });
  expect(changes.map(({ says }) => says)).toEqual(['Brings another value for K.']);
  const none = await failureOf(call('locks.diff', { folder, against: path.join(home.path, 'none') }));
  expect(none).toMatchObject({ code: 'lock_missing' });
});

test('memory: set, merge, clear, and what is not there', async () => {
  await call('locks.create', { folder });
  const write = (change: Input<'memory.write'>['change']) => call('memory.write', { folder, change });
  expect(await write({ act: 'set', name: 'constructor', value: [1, null] })).toEqual({
    names: ['constructor'],
  });
  expect(await write({ act: 'merge', values: { a: 1, b: { c: 2 } } })).toEqual({ names: ['a', 'b'] });
  expect(await call('memory.read', { folder })).toEqual({
    memory: { constructor: [1, null], a: 1, b: { c: 2 } },
  });
  expect(await call('memory.read', { folder, name: 'b' })).toEqual({ memory: { b: { c: 2 } } });
  for (const name of ['toString', 'z']) {
    expect(await failureOf(call('memory.read', { folder, name }))).toMatchObject({ code: 'not_found' });
    expect(await failureOf(write({ act: 'clear', name }))).toMatchObject({ code: 'not_found' });
  }
  expect(await write({ act: 'clear', name: 'a' })).toEqual({ names: ['a'] });
  expect(await write({ act: 'clear' })).toEqual({ names: ['constructor', 'b'] });
  const { digest } = await locks.open(folder, {});
  expect(await write({ act: 'clear' })).toEqual({ names: [] });
  expect((await locks.open(folder, {})).digest).toBe(digest);
  await expect(write({ act: 'set', name: '__proto__', value: 1 })).rejects.toThrow('JavaScript');
  expect(recorded.find(({ kind }) => kind === 'memory.changed')?.details).toEqual({
    folder,
    act: 'set',
    names: ['constructor'],
  });
});

test('an agent has its own memory alone, as this machine, and is recorded with its launch', async () => {
  await call('locks.create', { folder, memory: { a: 1 } });
  const other = path.join(home.path, 'other');
  mkdirSync(other);
  expect(await call('memory.read', {}, agent)).toEqual({ memory: { a: 1 } });
  expect(await call('memory.read', { folder: `${folder}/.` }, agent)).toEqual({ memory: { a: 1 } });
  expect(recorded.at(-1)).toMatchObject({
    kind: 'lock.opened',
    actor: { door: 'agent', name: 'parcels' },
    agent: { id: 'a1', name: 'parcels' },
    launch: 'l1',
  });
  expect(await failureOf(call('memory.read', { folder: other }, agent))).toMatchObject({
    code: 'forbidden',
  });
  const forgotten = { ...agent, agentId: 'a2' };
  expect(await failureOf(call('memory.read', {}, forgotten))).toMatchObject({ code: 'forbidden' });
  expect(await failureOf(call('memory.read', {}))).toMatchObject({ code: 'invalid_input' });
  await call('locks.rotate', { folder, sealTo: { passphrase } });
  const bringing = call('memory.read', { unlock: { passphrase } }, agent);
  expect(await failureOf(bringing)).toMatchObject({ code: 'passphrase_needed' });
});

test('sixty writes of one memory through the doors are all kept, each recorded once', async () => {
  await call('locks.create', { folder });
  const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
  await Promise.all(
    names.map((name) => call('memory.write', { change: { act: 'set', name, value: true } }, agent)),
  );
  const { memory } = await call('memory.read', { folder });
  expect(Object.keys(memory).sort()).toEqual([...names].sort());
  expect(kinds().filter((kind) => kind === 'memory.changed')).toHaveLength(60);
  expect((await call('locks.show', { folder })).standing).toBe('own');
}, 60_000);

test('migrate: a dry run changes nothing, the real one seals anew and keeps a backup when asked', async () => {
  const old = readFileSync(path.join(import.meta.dirname, '../../fixtures/backpack-1.0/own-key.lock'));
  writeFileSync(file, old);
  const oldKey = 'correct horse battery staple';
  expect(await failureOf(call('locks.show', { folder }))).toMatchObject({ code: 'lock_old' });
  const dry = await call('locks.migrate', { folder, oldKey, dryRun: true });
  expect(dry).toMatchObject({ openedWith: 'own', leaked: [], backup: null, lock: null });
  expect(readFileSync(file).equals(old)).toBe(true);
  expect(await failureOf(call('locks.migrate', { folder }))).toMatchObject({ code: 'wrong_key' });
  const done = await call('locks.migrate', { folder, oldKey, keepBackup: true });
  expect(done.lock).toMatchObject({
    standing: 'own',
    credentials: [
      { name: 'OPENAI_API_KEY', is: 'asked' },
      { name: 'TWITTER_TOKEN', is: 'held' },
    ],
  });
  const backup = path.join(folder, 'agent.lock.backpack-1.0');
  expect(done.backup).toBe(backup);
  expect(readFileSync(backup).equals(old)).toBe(true);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(kinds()).toEqual(['lock.opened', 'lock.migrated']);
  expect(JSON.stringify([done, recorded])).not.toContain('tw-real-value');
  writeFileSync(file, old);
  const again = await failureOf(call('locks.migrate', { folder, oldKey, keepBackup: true }));
  expect(again).toMatchObject({ code: 'file_exists' });
  expect(readFileSync(file).equals(old)).toBe(true);
});

test('migrating a lock of ours is refused', async () => {
  writeFileSync(file, lockVector('recipient'));
  expect(await failureOf(call('locks.migrate', { folder }))).toMatchObject({ code: 'unsupported' });
});
