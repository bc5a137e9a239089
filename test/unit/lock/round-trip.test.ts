import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyNameProblem } from '../../../src-main/contract/key-name.ts';
import type { LockDocument } from '../../../src-main/contract/lock.ts';
import { openLock } from '../../../src-main/lock/open.ts';
import { sealLock } from '../../../src-main/lock/seal.ts';
import {
  failureOf,
  identity,
  littleWork,
  passphrase,
  recipient,
  sampleDocument,
} from '../../support/lock-samples.ts';

const hostile = fc.constantFrom(
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  '-1',
  '0',
  '…',
  '\u202e',
);
const memoryNames = fc
  .oneof(hostile, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }))
  .filter((name) => !/\p{Cc}/u.test(name) && name !== '__proto__' && name.length > 0);
const keyNames = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,20}$/).filter((name) => keyNameProblem(name) === null);
const values = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .filter((value) => !value.includes('\0'));

/** JSON as it comes back from being written, without the one name that JavaScript loses. */
const json = fc
  .jsonValue({ maxDepth: 4 })
  .filter((value) => !JSON.stringify(value).includes('"__proto__"'))
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

const documents: fc.Arbitrary<LockDocument> = fc.record({
  version: fc.constant(1),
  recipients: fc.constantFrom([recipient], null),
  credentials: fc.dictionary(
    keyNames,
    fc.record({ value: fc.option(values), why: fc.option(fc.string({ maxLength: 100 })) }),
    { noNullPrototype: true },
  ),
  personality: fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/), fc.string({ unit: 'binary' }), {
    noNullPrototype: true,
  }),
  memory: fc.dictionary(memoryNames, json, { noNullPrototype: true }),
}) as fc.Arbitrary<LockDocument>;

const open = (bytes: Uint8Array) =>
  openLock(
    bytes,
    { unlock: { passphrase }, identity: () => Promise.resolve(identity) },
    '/srv/agent/agent.lock',
  );

test('whatever is sealed comes back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const sealed = await sealLock(document, { passphrase, work: littleWork });
      const { document: found, unnamed } = await open(sealed);
      expect(found).toEqual(document);
      expect(Object.keys(found.memory).sort()).toEqual(Object.keys(document.memory).sort());
      expect(unnamed).toBe(0);
    }),
    { numRuns: 150 },
  );
});

test('each sealing has a file key of its own', async () => {
  const document = sampleDocument();
  const [one, two] = await Promise.all([sealLock(document), sealLock(document)]);
  expect(one.equals(two)).toBe(false);
});

test('what could not be opened again is not sealed', async () => {
  const lost: unknown = JSON.parse('{"a": {"__proto__": 1}}');
  const memory = lost as LockDocument['memory'];
  expect(await failureOf(sealLock(sampleDocument({ memory })))).toMatchObject({ code: 'invalid_input' });
  const credentials = { PATH: { value: '/tmp', why: null } };
  expect(await failureOf(sealLock(sampleDocument({ credentials })))).toMatchObject({ code: 'invalid_input' });
});

test('a recipient with a typing error is named, and a passphrase that is missing asked for', async () => {
  const typo = recipient.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'));
  const refused = await failureOf(sealLock(sampleDocument({ recipients: [typo] })));
  expect(refused).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(typo) as string });
  expect(await failureOf(sealLock(sampleDocument({ recipients: null })))).toMatchObject({
    code: 'passphrase_needed',
  });
});

test('a lock above the bound is not sealed', async () => {
  const memory = { large: 'x'.repeat(3_200_000) };
  expect(await failureOf(sealLock(sampleDocument({ memory })))).toMatchObject({ code: 'too_large' });
});
