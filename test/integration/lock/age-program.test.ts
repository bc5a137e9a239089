import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawn } from 'node-pty';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../../src-main/base/run-command.ts';
import { lockFiles } from '../../../src-main/lock/locks.ts';
import { identity, passphrase, recipient, sampleDocument } from '../../support/lock-samples.ts';
import { requirePackage } from '../../support/require-package.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let file: string;
let keyFile: string;
const document = sampleDocument({
  credentials: { SHOP_TOKEN: { value: 'välue ✓', why: 'to sell' } },
  memory: { 'last run': [1, null, { a: '日本' }] },
});

beforeEach(() => {
  folder = temporaryFolder('age');
  file = path.join(folder.path, 'agent.lock');
  keyFile = path.join(folder.path, 'key.txt');
  writeFileSync(keyFile, `${identity}\n`, { mode: 0o600 });
});
afterEach(() => folder.dispose());

const ourLocks = () =>
  lockFiles({ turns: path.join(folder.path, 'turns'), identity: () => Promise.resolve(identity) });

async function age(args: readonly string[], input = ''): Promise<string> {
  const { status, output, errors } = await runCommand(requirePackage('age'), args, { input });
  if (status !== 0) throw new Error(errors);
  return output;
}

/** age asks for passphrases on a terminal alone. Resolves with its exit status. */
function ageAsking(args: string[]): Promise<number> {
  const terminal = spawn(requirePackage('age'), args, { cols: 200, rows: 20 });
  let asked = 0;
  let shown = '';
  terminal.onData((text) => {
    shown += text;
    const prompts = shown.match(/(?:Enter|Confirm) passphrase[^:]*:/g)?.length ?? 0;
    for (; asked < prompts; asked += 1) terminal.write(`${passphrase}\r`);
  });
  return new Promise((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
}

test('age opens what we seal to recipients', async () => {
  await ourLocks().create(folder.path, () => Promise.resolve({ document }));
  expect(JSON.parse(await age(['-d', '-i', keyFile, file]))).toEqual(document);
});

test('we open what age seals to recipients, and write it on', async () => {
  const sealed = await age(['-a', '-r', recipient], JSON.stringify(document));
  writeFileSync(file, sealed);
  expect((await ourLocks().open(folder.path, {})).document).toEqual(document);
  await ourLocks().update(folder.path, {}, (lock) =>
    Promise.resolve({ document: { ...lock.document, memory: { now: 'this' } } }),
  );
  expect(JSON.parse(await age(['-d', '-i', keyFile, file]))).toEqual({
    ...document,
    memory: { now: 'this' },
  });
});

test('what age seals to two opens with one of them, and is counted', async () => {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const other = await identityToRecipient(await generateX25519Identity());
  writeFileSync(file, await age(['-a', '-r', other, '-r', recipient], JSON.stringify(document)));
  expect(await ourLocks().open(folder.path, {})).toMatchObject({ unnamed: 1, document });
});

test('age opens what we seal behind a passphrase', async () => {
  await ourLocks().create(folder.path, () =>
    Promise.resolve({ document: { ...document, recipients: null }, passphrase }),
  );
  const plain = path.join(folder.path, 'plain');
  expect(await ageAsking(['-d', '-o', plain, file])).toBe(0);
  expect(JSON.parse(readFileSync(plain, 'utf8'))).toEqual({ ...document, recipients: null });
});

test('we open what age seals behind a passphrase', async () => {
  const plain = path.join(folder.path, 'plain');
  writeFileSync(plain, JSON.stringify({ ...document, recipients: null }));
  expect(await ageAsking(['-p', '-a', '-o', file, plain])).toBe(0);
  expect((await ourLocks().open(folder.path, { passphrase })).document.credentials).toEqual(
    document.credentials,
  );
});
