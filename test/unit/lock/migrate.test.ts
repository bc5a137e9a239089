import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrateBackpack } from '../../../src-main/lock/migrate.ts';
import { sealOldLine } from '../../support/backpack-log.ts';
import { failureOf, lockVector } from '../../support/lock-samples.ts';

const sample = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../fixtures/backpack-1.0', `${name}.lock`));
const ownKey = 'correct horse battery staple';
const file = '/srv/agent/agent.lock';

/** A lock of Backpack around any layers. */
function oldLock(layers: Record<string, unknown>, key = ownKey): Buffer {
  const whole = { credentials: {}, personality: {}, memory: {}, ...layers };
  const sealed = Object.entries(whole).map(([name, layer]): [string, unknown] => [
    name,
    JSON.parse(sealOldLine(typeof layer === 'string' ? layer : JSON.stringify(layer), key)),
  ]);
  return Buffer.from(JSON.stringify({ version: '1.0', layers: Object.fromEntries(sealed) }, null, 2));
}

test('a lock with a key of its own', async () => {
  const { content, openedWith, says, leaked } = await migrateBackpack(sample('own-key'), ownKey, file);
  expect(content).toEqual({
    credentials: {
      OPENAI_API_KEY: { value: null, why: null },
      TWITTER_TOKEN: { value: 'tw-real-value-0001', why: null },
    },
    personality: { system_prompt: 'You audit invoices. Ünïcödé ✓ 日本語', tone: 'friendly' },
    memory: {
      last_run: '2025-11-02T10:00:00Z',
      count: 3,
      nested: { a: [1, 2.5, null, true] },
    },
  });
  expect(openedWith).toBe('own');
  expect(leaked).toEqual([]);
  expect(says).toContain('It asks for the key OPENAI_API_KEY.');
  expect(says).toContain('It holds a value for the key TWITTER_TOKEN.');
  expect(says.join()).not.toContain('tw-real-value');
});

test.each([null, 'some key', 'default-key'])('the published key, when %s is given', async (key) => {
  const found = await migrateBackpack(sample('default-key'), key, file);
  expect(found.openedWith).toBe('published');
  expect(found.says[0]).toContain('Backpack published');
  expect(found.content.credentials).toEqual({ OPENAI_API_KEY: { value: null, why: null } });
});

test('values under the published key count as leaked, by name, also those that are left out', async () => {
  const credentials = { A_TOKEN: 'real', B_TOKEN: 'placeholder_b_token', LD_PRELOAD: '/tmp/x.so', NUMBER: 7 };
  const { leaked, says, content } = await migrateBackpack(
    oldLock({ credentials }, 'default-key'),
    null,
    file,
  );
  expect(leaked).toEqual(['A_TOKEN', 'LD_PRELOAD', 'NUMBER']);
  expect(Object.keys(content.credentials)).toEqual(['A_TOKEN', 'B_TOKEN']);
  expect(says.filter((line) => line.includes('left out'))).toEqual([
    expect.stringContaining('“LD_PRELOAD”'),
    expect.stringContaining('“NUMBER”'),
  ]);
  expect(says.at(-1)).toContain('A_TOKEN, LD_PRELOAD, NUMBER');
});

test('what Backpack filled in is asked for; everything else is held', async () => {
  const credentials = {
    EMPTY: '',
    BLANK: '  ',
    NOTHING: null,
    SELF: 'self',
    WORD: 'placeholder',
    FILLED: 'placeholder_filled',
    REAL: 'a placeholder_ inside',
  };
  const { content } = await migrateBackpack(oldLock({ credentials }), ownKey, file);
  const held = Object.entries(content.credentials).filter(([, { value }]) => value !== null);
  expect(held).toEqual([['REAL', { value: 'a placeholder_ inside', why: null }]]);
  expect(Object.keys(content.credentials)).toEqual(Object.keys(credentials));
});

test('traits get names that they may have, and nothing is overwritten', async () => {
  const personality = { 'System Prompt': 'a', système: 'b', tone: 'c', Tone: 'd', '1st': 'e', list: [1] };
  const { content, says } = await migrateBackpack(oldLock({ personality }), ownKey, file);
  expect(content.personality).toEqual({
    system_prompt: 'a',
    syst_me: 'b',
    tone: 'c',
    trait_1st: 'e',
    list: '[1]',
  });
  expect(says).toContain('It has the trait “System Prompt”, from now on called system_prompt.');
  expect(says.filter((line) => line.startsWith('“Tone” is left out'))).toHaveLength(1);
});

test('names that would be lost are left out with words', async () => {
  const memory =
    '{"__proto__": 1, "a": {"b": [{"__proto__": 2}]}, "line\\nbreak": 3, "": 4, "constructor": 5}';
  const { content, says } = await migrateBackpack(oldLock({ memory }), ownKey, file);
  expect(Object.entries(content.memory)).toEqual([['constructor', 5]]);
  expect(says.filter((line) => line.includes('left out'))).toHaveLength(4);
});

test('another key, a changed layer, a cut file and a lock of ours are told apart', async () => {
  const code = async (bytes: Uint8Array, key: string | null = ownKey) =>
    (await failureOf(migrateBackpack(bytes, key, file))).code;
  const text = sample('own-key').toString();
  expect(await code(sample('own-key'), 'another')).toBe('wrong_key');
  expect(await code(sample('own-key'), null)).toBe('wrong_key');
  const layer = /"personality": \{\s*"data": "[^"]{40}/.exec(text)?.[0] ?? '';
  const changed = Buffer.from(text.replace(layer, layer.slice(0, -1) + (layer.endsWith('A') ? 'B' : 'A')));
  expect(changed.toString()).not.toBe(text);
  expect(await code(changed)).toBe('lock_corrupted');
  expect(await code(Buffer.from(text.slice(0, -20)))).toBe('lock_corrupted');
  expect(await code(Buffer.from(text.replace('"memory"', '"memo"')))).toBe('lock_corrupted');
  expect(await code(Buffer.from('hello'))).toBe('lock_corrupted');
  expect(await code(oldLock({ memory: '[1]' }))).toBe('lock_corrupted');
  expect(await code(oldLock({ memory: 'no json' }))).toBe('lock_corrupted');
  expect(await code(lockVector('recipient'))).toBe('unsupported');
});
