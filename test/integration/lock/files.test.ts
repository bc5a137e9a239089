import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locks, lockFiles } from '../../../src-main/lock/locks.ts';
import {
  failureOf,
  identity,
  littleWork,
  lockVector,
  passphrase,
  recipient,
  sampleDocument,
} from '../../support/lock-samples.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let home: TemporaryFolder;
let folder: string;
let file: string;
let locks: Locks;

beforeEach(() => {
  home = temporaryFolder('lock');
  folder = path.join(home.path, 'agent');
  mkdirSync(folder);
  file = path.join(folder, 'agent.lock');
  locks = lockFiles({
    turns: path.join(home.path, 'turns'),
    identity: () => Promise.resolve(identity),
    work: littleWork,
  });
});
afterEach(() => home.dispose());

const create = (document = sampleDocument()) => locks.create(folder, () => Promise.resolve({ document }));
const remember = (memory: Record<string, string>) =>
  locks.update(folder, {}, ({ document }) =>
    Promise.resolve({ document: { ...document, memory: { ...document.memory, ...memory } } }),
  );
const mode = (place: string) => statSync(place).mode & 0o777;

test('a new lock is private whatever the umask, and alone in its folder', async () => {
  const before = process.umask(0);
  try {
    await create();
    chmodSync(file, 0o644);
    await remember({ a: '1' });
  } finally {
    process.umask(before);
  }
  expect(mode(file)).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['agent.lock']);
  expect(mode(path.join(home.path, 'turns'))).toBe(0o700);
  for (const turn of readdirSync(path.join(home.path, 'turns')))
    expect(mode(path.join(home.path, 'turns', turn))).toBe(0o600);
});

test('create never overwrites, not even what came while it sealed', async () => {
  writeFileSync(file, 'mine');
  expect(await failureOf(create())).toMatchObject({ code: 'file_exists' });
  renameSync(file, `${file}.away`);
  const late = locks.create(folder, () =>
    Promise.resolve({
      document: sampleDocument(),
      before: () => Promise.resolve(writeFileSync(file, 'late')),
    }),
  );
  expect(await failureOf(late)).toMatchObject({ code: 'file_exists' });
  expect(readFileSync(file, 'utf8')).toBe('late');
  expect(readdirSync(folder).sort()).toEqual(['agent.lock', 'agent.lock.away']);
});

test('missing, no folder, a folder, a link, a socket and what cannot be read are told apart', async () => {
  const code = async (where = folder) => (await failureOf(locks.open(where, {}))).code;
  expect(await code()).toBe('lock_missing');
  expect(await code(path.join(home.path, 'nowhere'))).toBe('folder_missing');
  mkdirSync(file);
  expect(await code()).toBe('lock_not_file');
  renameSync(file, path.join(home.path, 'folder'));
  writeFileSync(path.join(home.path, 'real.lock'), lockVector('recipient'));
  symlinkSync(path.join(home.path, 'real.lock'), file);
  expect(await code()).toBe('lock_not_file');
  renameSync(file, path.join(home.path, 'link'));
  const server = createServer().listen(file);
  await new Promise((resolve) => server.once('listening', resolve));
  expect(await code()).toBe('lock_not_file');
  await new Promise((resolve) => server.close(resolve));
  writeFileSync(file, Buffer.alloc(4 * 1024 * 1024 + 1));
  expect(await code()).toBe('too_large');
});

test('an update keeps to whom it is sealed, and a passphrase', async () => {
  await create();
  await remember({ a: '1' });
  expect((await locks.open(folder, {})).document).toMatchObject({
    recipients: [recipient],
    memory: { a: '1' },
  });
  await locks.update(folder, {}, ({ document }) =>
    Promise.resolve({ document: { ...document, recipients: null }, passphrase }),
  );
  await locks.update(folder, { passphrase }, ({ document }) =>
    Promise.resolve({ document: { ...document, memory: { b: 2 } } }),
  );
  expect(await locks.open(folder, { passphrase })).toMatchObject({
    sealedTo: 'passphrase',
    document: { memory: { b: 2 } },
  });
});

test('what fails before it takes its place leaves the old lock and nothing else', async () => {
  await create();
  const before = readFileSync(file);
  const failing = locks.update(folder, {}, ({ document }) =>
    Promise.resolve({ document, before: () => Promise.reject(new Error('not recorded')) }),
  );
  await expect(failing).rejects.toThrow('not recorded');
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(['agent.lock']);
});

test('a change by another program in the last moment is not lost', async () => {
  await create();
  let meddled = false;
  await locks.update(folder, {}, ({ document }) => {
    const before = async (): Promise<void> => {
      if (meddled) return;
      meddled = true;
      // A data directory of its own: it does not wait for our turn.
      const others = lockFiles({
        turns: path.join(home.path, 'other'),
        identity: () => Promise.resolve(identity),
      });
      await others.update(folder, {}, (lock) =>
        Promise.resolve({ document: { ...lock.document, memory: { theirs: 1 } } }),
      );
    };
    return Promise.resolve({ document: { ...document, memory: { ...document.memory, ours: 1 } }, before });
  });
  expect((await locks.open(folder, {})).document.memory).toEqual({ theirs: 1, ours: 1 });
});

test('a program that writes all the time is named, in the end', async () => {
  await create();
  const disturbed = locks.update(folder, {}, ({ document }) =>
    Promise.resolve({
      document,
      before: () =>
        Promise.resolve(writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from('\n')]))),
    }),
  );
  expect(await failureOf(disturbed)).toMatchObject({ code: 'storage_busy' });
});

test('who looks while it is written sees it when all is noted', async () => {
  await create();
  const steps: string[] = [];
  const writing = locks.update(folder, {}, ({ document }) =>
    Promise.resolve({
      document,
      written: async () => {
        steps.push('in place');
        await new Promise((resolve) => setTimeout(resolve, 30));
        steps.push('noted');
      },
    }),
  );
  const looking = locks.openQuiet(folder, {}, () => Promise.resolve(steps.push('looked')));
  await Promise.all([writing, looking]);
  expect(steps).toEqual(['in place', 'noted', 'looked']);
});

test('a link to the folder leads to the same lock and the same turn', async () => {
  await create();
  const link = path.join(home.path, 'link');
  symlinkSync(folder, link);
  const both = [folder, link].map((where, index) =>
    locks.update(where, {}, ({ document }) =>
      Promise.resolve({ document: { ...document, memory: { ...document.memory, [index]: 1 } } }),
    ),
  );
  await Promise.all(both);
  expect((await locks.open(link, {})).document.memory).toEqual({ 0: 1, 1: 1 });
  expect(readdirSync(path.join(home.path, 'turns'))).toHaveLength(1);
});

test('something in the way of the write is refused and left alone', async () => {
  await create();
  const [turns] = [path.join(home.path, 'turns')];
  const { createHash } = await import('node:crypto');
  const left = path.join(
    folder,
    `.agent.lock.${createHash('sha256').update(turns).digest('hex').slice(0, 12)}`,
  );
  mkdirSync(left);
  expect(await failureOf(remember({ a: '1' }))).toMatchObject({ code: 'not_private' });
  expect(existsSync(left)).toBe(true);
});
