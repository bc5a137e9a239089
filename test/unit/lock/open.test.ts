import { generateX25519Identity } from 'age-encryption';
import { expect, test, vi } from 'vitest';
import { BackboneError } from '../../../src-main/base/errors.ts';
import type { LockUnlock } from '../../../src-main/contract/lock.ts';
import { digestOf, openLock, unlockFromMasterKey } from '../../../src-main/lock/open.ts';
import { sealLock } from '../../../src-main/lock/seal.ts';
import {
  failureOf,
  identity,
  lockVector,
  lockVectors,
  passphrase,
  recipient,
  sampleDocument,
  sealText,
} from '../../support/lock-samples.ts';

const file = '/srv/agent/agent.lock';
const opened = (bytes: Uint8Array, unlock: LockUnlock = { passphrase }) =>
  openLock(bytes, { unlock, identity: () => Promise.resolve(identity) }, file);

test.each(Object.entries(lockVectors.vectors))('vector %s: %s', async (name, expected) => {
  const bytes = lockVector(name);
  if (expected === 'opens') {
    const { document, digest } = await opened(bytes);
    const { recipients, ...inside } = lockVectors.document;
    expect(document).toMatchObject(inside);
    expect(document.recipients).toEqual(
      name === 'passphrase' ? null : expect.arrayContaining(recipients ?? []),
    );
    expect(digest).toBe(digestOf(bytes));
    return;
  }
  const { code, message, cause } = await failureOf(opened(bytes));
  expect(code).toBe(expected);
  expect(message).toContain(file);
  expect(message).not.toContain('\n');
  expect(`${message} ${String(cause)}`).not.toMatch(/vector-value|SHOP_TOKEN|parcels/);
});

test('each way of not opening has a message of its own that names what to do', async () => {
  const messages = await Promise.all(
    [
      opened(lockVector('others')),
      opened(lockVector('passphrase-of-others')),
      opened(lockVector('passphrase'), {}),
      opened(lockVector('content-cut')),
      opened(lockVector('version-2')),
      opened(lockVector('backpack')),
    ].map(async (work) => (await failureOf(work)).message),
  );
  expect(new Set(messages).size).toBe(6);
  expect(messages).toEqual([
    expect.stringContaining('backbone lock share'),
    expect.stringContaining('try again'),
    expect.stringContaining('AGENT_MASTER_KEY'),
    expect.stringContaining('backup'),
    expect.stringMatching(/version 2.*newer Backbone/),
    expect.stringContaining('backbone lock migrate'),
  ]);
});

test('tells how many more it is sealed to than it names', async () => {
  expect((await opened(lockVector('one-unnamed'))).unnamed).toBe(1);
  expect((await opened(lockVector('two-recipients'))).unnamed).toBe(0);
  expect((await opened(lockVector('passphrase'))).sealedTo).toBe('passphrase');
});

test('an identity that is given is tried first; this machine is asked only where it can help', async () => {
  const fetched = vi.fn(() =>
    Promise.reject<string>(new BackboneError('keyring_locked', 'The keyring is locked.')),
  );
  const open = (name: string, unlock: LockUnlock) =>
    openLock(lockVector(name), { unlock, identity: fetched }, file);
  await open('recipient', { identity: ` ${identity.toLowerCase()}\n` });
  await open('passphrase', { passphrase });
  expect(fetched).not.toHaveBeenCalled();
  const stranger = await generateX25519Identity();
  expect(await failureOf(open('recipient', { identity: stranger }))).toMatchObject({
    code: 'keyring_locked',
  });
  expect(await failureOf(open('recipient', { identity: 'AGE-SECRET-KEY-1NO' }))).toMatchObject({
    code: 'invalid_input',
  });
  expect((await opened(lockVector('recipient'), { identity: stranger })).document).toEqual(
    lockVectors.document,
  );
});

test('every byte changed: it is refused, or it is the same lock written in another way', async () => {
  const bytes = await sealText(JSON.stringify(sampleDocument({ memory: { a: 1 } })));
  const tried = await Promise.all(
    [...bytes.keys()].flatMap((at) =>
      [0x01, 0x20, 0x80].map(async (bit) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ bit;
        const outcome = await opened(changed).catch((error: unknown) => error);
        return { at, outcome };
      }),
    ),
  );
  for (const { at, outcome } of tried) {
    if (outcome instanceof BackboneError) {
      // A changed stanza is one for somebody else: only the key that it wraps would tell.
      expect(['lock_corrupted', 'lock_not_ours'], `byte ${at}`).toContain(outcome.code);
      continue;
    }
    // The last line end may be any white space: nothing that is sealed.
    expect(at).toBe(bytes.length - 1);
    expect(outcome).toMatchObject({ document: sampleDocument({ memory: { a: 1 } }) });
  }
});

test('every byte of one with a passphrase changed: never opened', async () => {
  const bytes = lockVector('passphrase');
  const codes = new Set<string>();
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    if (at === bytes.length - 1) continue;
    codes.add((await failureOf(opened(changed))).code);
  }
  // When the word for a passphrase is another one, it is a kind of recipient that nobody here knows.
  expect([...codes].sort()).toEqual(['lock_corrupted', 'lock_not_ours', 'wrong_passphrase']);
});

test('truncated at every length: never opened', async () => {
  for (const name of ['recipient', 'passphrase']) {
    const bytes = lockVector(name);
    for (let length = 0; length < bytes.length - 1; length += 1) {
      const { code } = await failureOf(opened(bytes.subarray(0, length)));
      expect(code, `${name} cut to ${length}`).toBe('lock_corrupted');
    }
    // The last line end does not count.
    await opened(bytes.subarray(0, -1));
  }
});

test('what is nested without end is refused, not run out of stack on', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const text = JSON.stringify(sampleDocument({ memory: { a: 'x' } })).replace('"x"', deep);
  expect(await failureOf(opened(await sealText(text)))).toMatchObject({ code: 'lock_corrupted' });
});

test('a file above the bound is not looked at', async () => {
  const large = Buffer.alloc(4 * 1024 * 1024 + 1, 0x20);
  expect(await failureOf(opened(large))).toMatchObject({ code: 'too_large' });
});

test('a real passphrase takes long, and everything else goes on meanwhile', async () => {
  const sealed = await sealLock(sampleDocument({ recipients: null }), { passphrase });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 5);
  await opened(sealed);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});

test('AGENT_MASTER_KEY is an identity when it looks like one, else a passphrase, and nothing when it is empty', () => {
  expect(unlockFromMasterKey('')).toEqual({});
  expect(unlockFromMasterKey(`${identity}\n`)).toEqual({ identity });
  expect(unlockFromMasterKey(' a pass phrase ')).toEqual({ passphrase: ' a pass phrase ' });
  expect(unlockFromMasterKey(recipient)).toEqual({ passphrase: recipient });
});
