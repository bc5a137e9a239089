import { expect, test } from 'vitest';
import type { LockDocument } from '../../../src-main/contract/lock.ts';
import { diffLocks } from '../../../src-main/lock/diff.ts';
import { lockOutline, outlineOf, substanceOf } from '../../../src-main/lock/outline.ts';
import { recipient, sampleDocument } from '../../support/lock-samples.ts';

const key = Buffer.alloc(32, 7);
const outline = (parts: Partial<LockDocument>) => outlineOf(sampleDocument(parts), key);
const held = (value: string | null, why: string | null = null) => ({ value, why });
const says = (before: Partial<LockDocument>, after: Partial<LockDocument>) =>
  diffLocks(outline(before), outline(after)).map(({ says: line }) => line);

test('equal locks have no difference, in whatever order their names stand', () => {
  const one = { memory: { a: { x: 1, y: [2] }, b: 2 }, credentials: { A: held('1'), B: held(null) } };
  const two = { memory: { b: 2, a: { y: [2], x: 1 } }, credentials: { B: held(null), A: held('1') } };
  expect(says(one, two)).toEqual([]);
});

test('from nothing, everything is new', () => {
  const after = outline({
    credentials: { ASKED: held(null, 'to think'), HELD: held('value-1') },
    personality: { tone: 'calm', hobby: 'chess' },
    memory: { 'last run': 1 },
  });
  expect(diffLocks(null, after)).toEqual([
    {
      part: 'recipient',
      change: 'added',
      name: recipient,
      says: `Is sealed to ${recipient}: whoever has its other half reads everything in the lock.`,
      before: null,
      after: null,
    },
    ...[
      ['ASKED', 'Asks for ASKED, and says: “to think”.'],
      ['HELD', 'Brings a value for HELD.'],
    ].map(([name, line]) => ({
      part: 'credential',
      change: 'added',
      name,
      says: line,
      before: null,
      after: null,
    })),
    ...[
      ['hobby', 'Has the trait hobby.', 'chess'],
      ['tone', 'Has the trait tone. The agent is told it.', 'calm'],
    ].map(([name, line, text]) => ({
      part: 'personality',
      change: 'added',
      name,
      says: line,
      before: null,
      after: text,
    })),
    {
      part: 'memory',
      change: 'added',
      name: 'last run',
      says: 'Remembers “last run”.',
      before: null,
      after: null,
    },
  ]);
});

test('every change of a key has words of its own', () => {
  const change = (before: ReturnType<typeof held> | null, after: ReturnType<typeof held> | null) =>
    says(
      { credentials: before === null ? {} : { K: before } },
      { credentials: after === null ? {} : { K: after } },
    );
  expect(change(held('a'), held('b'))).toEqual(['Brings another value for K.']);
  expect(change(held(null), held('b'))).toEqual(['Brings a value for K instead of asking for it.']);
  expect(change(held('a'), held(null))).toEqual(['Asks for K instead of bringing a value for it.']);
  expect(change(held('a'), null)).toEqual(['Does not ask for K any more.']);
  expect(change(held('a', 'x'), held('b', 'y'))).toEqual(['Brings another value for K. Says of K now: “y”.']);
  expect(change(held('a', 'x'), held('a'))).toEqual(['Does not say any more what K is for.']);
});

test('traits are shown before and after, plain', () => {
  const [change] = diffLocks(
    outline({ personality: { tone: 'calm\u202e' } }),
    outline({ personality: { tone: 'loud\u001b[31m' } }),
  );
  expect(change).toMatchObject({ change: 'changed', before: 'calmU+202E', after: 'loud[31m' });
});

test('recipients and the way of sealing', () => {
  const other = `age1${'q'.repeat(58)}`;
  expect(says({}, { recipients: [recipient, other] })).toEqual([
    `Is sealed to ${other}: whoever has its other half reads everything in the lock.`,
  ]);
  expect(says({ recipients: [recipient, other] }, {})).toEqual([
    `Is not sealed to ${other} any more; a copy from before still opens with it.`,
  ]);
  expect(says({}, { recipients: null })[0]).toBe(
    'Is sealed with a passphrase now, and to no recipients any more.',
  );
  expect(says({ recipients: null }, {})[0]).toBe(
    'Is sealed to recipients now, and with no passphrase any more.',
  );
  expect(diffLocks(null, outline({ recipients: null }))[0]).toMatchObject({
    part: 'sealing',
    change: 'added',
  });
});

test('neither the outline nor the words hold a value, and hostile names stay on one line', () => {
  const document = {
    credentials: { K: held('sk-value-1', 'line\nbreak\u001b[2J') },
    memory: { 'a\u202eb': 'remembered-1' },
  };
  const kept = outline(document);
  expect(lockOutline.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  const lines = JSON.stringify([kept.credentials[0]?.proof, kept.memory, diffLocks(null, kept)]);
  expect(lines).not.toMatch(/sk-value-1|remembered-1/);
  for (const change of diffLocks(null, kept)) expect(change.says).not.toMatch(/[\n\u001b\u202e]/u);
});

test('a proof is of one name under one key', () => {
  const [one, two] = outline({ credentials: { A: held('same'), B: held('same') } }).credentials;
  expect(one?.proof).not.toBe(two?.proof);
  const others = outlineOf(sampleDocument({ credentials: { A: held('same') } }), Buffer.alloc(32, 8));
  expect(others.credentials[0]?.proof).not.toBe(one?.proof);
});

test('the substance is everything but the memory', () => {
  const base = { credentials: { A: held('1') }, personality: { tone: 'calm' }, memory: { a: 1 } };
  const substance = substanceOf(outline(base));
  expect(substanceOf(outline({ ...base, memory: { b: 2 } }))).toBe(substance);
  const others = [
    { ...base, recipients: null },
    { ...base, credentials: { A: held('2') } },
    { ...base, credentials: { A: held('1', 'why') } },
    { ...base, personality: { tone: 'loud' } },
  ];
  for (const other of others) expect(substanceOf(outline(other))).not.toBe(substance);
});
