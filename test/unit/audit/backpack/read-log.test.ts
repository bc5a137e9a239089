import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readBackpackLog } from '../../../../src-main/audit/backpack/read-log.ts';
import { publishedKey } from '../../../../src-main/backpack/published-key.ts';
import { type OldLine, oldLine } from '../../../../src-main/contract/old-audit.ts';
import { oldEvent, sampleBytes, sampleKey, sealOldLine } from '../../../support/backpack-log.ts';

/** The real derivation, each key once: thousands of damaged lines bear the same salt. */
vi.mock('../../../../src-main/backpack/derive-key.ts', async (importActual) => {
  const { deriveLineKey } =
    await importActual<typeof import('../../../../src-main/backpack/derive-key.ts')>();
  const derived = new Map<string, Promise<Buffer>>();
  return {
    deriveLineKey: async (masterKey: Uint8Array, salt: Uint8Array) => {
      const name = `${Buffer.from(masterKey).toString('hex')} ${Buffer.from(salt).toString('hex')}`;
      const key = derived.get(name) ?? deriveLineKey(masterKey, salt);
      derived.set(name, key);
      return Buffer.from(await key);
    },
  };
});

const sampleLines: OldLine[] = [
  {
    is: 'read',
    line: 1,
    at: 1_762_077_600_250,
    event: 'lock_created',
    details: ['path: agent.lock'],
    key: 'own',
  },
  {
    is: 'read',
    line: 2,
    at: 1_762_077_660_500,
    event: 'get_key',
    details: ['service: backpack-agent', 'key_name: OPENAI_API_KEY'],
    key: 'own',
  },
];

async function read(content: Uint8Array | string, key: string | null = sampleKey): Promise<OldLine[]> {
  const lines: OldLine[] = [];
  async function* chunks() {
    yield Buffer.from(content);
  }
  for await (const line of readBackpackLog(chunks(), key)) lines.push(oldLine.parse(line));
  return lines;
}

const outcome = (found: OldLine): string => (found.is === 'read' ? found.event : found.why);

test('the sample opens, and says what it says', async () => {
  expect(await read(sampleBytes())).toEqual(sampleLines);
});

test('a wrong key opens nothing, and the published key is tried beside it', async () => {
  expect((await read(sampleBytes(), 'another key')).map(outcome)).toEqual(['not_opened', 'not_opened']);
  expect((await read(sampleBytes(), null)).map(outcome)).toEqual(['not_opened', 'not_opened']);
  const published = sealOldLine(oldEvent('lock_read'), publishedKey);
  for (const key of [sampleKey, publishedKey, null]) {
    expect(await read(published, key)).toMatchObject([{ event: 'lock_read', key: 'published' }]);
  }
});

test('every byte of a line changed: it is never read as something else, and its neighbour still is', async () => {
  const whole = sampleBytes();
  const length = whole.indexOf('\n');
  for (let at = 0; at < length; at += 1) {
    for (const change of [0x01, 0x20, 0x80, (whole[at] ?? 0) ^ 0x0a]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ change;
      const found = await read(damaged);
      const opened = found.filter(({ is }) => is === 'read');
      expect(opened.map(outcome), `byte ${at} ^ ${change}`).toEqual(['get_key']);
      expect(found.length, `byte ${at} ^ ${change}`).toBeGreaterThan(1);
    }
  }
}, 60_000);

test('bytes that stand for the same are refused: there is one way to write a line', async () => {
  const line = sampleBytes().toString('latin1').split('\n')[0] ?? '';
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'];
  for (const end of ['==", "salt"', '=="}']) {
    const at = line.indexOf(end) - 1;
    const others = alphabet
      .filter((other) => other !== line[at])
      .map((other) => line.slice(0, at) + other + line.slice(at + 1));
    expect(at).toBeGreaterThan(0);
    expect((await read(others.join('\n'))).filter(({ is }) => is === 'read')).toEqual([]);
  }
});

test('cut at every length: what is left whole is read, the rest is named', async () => {
  const whole = sampleBytes();
  const first = whole.indexOf('\n');
  for (let length = 0; length <= whole.length; length += 1) {
    const found = await read(whole.subarray(0, length));
    const readable = Number(length >= first) + Number(length >= whole.length - 1);
    expect(found.filter(({ is }) => is === 'read')).toEqual(sampleLines.slice(0, readable));
    const isCut = length > 0 && length !== first && length !== first + 1 && length < whole.length - 1;
    expect(found.length - readable, `length ${length}`).toBe(Number(isCut));
  }
}, 60_000);

test('each way of not being readable is told by its line', async () => {
  const good = sealOldLine(oldEvent('ok'), sampleKey);
  const log = [
    good,
    'no line of Backpack',
    'x'.repeat(70_000),
    '',
    good.replace('": "', '":  "'),
    sealOldLine('[]', sampleKey),
    sealOldLine(oldEvent('ok', 'text'), sampleKey),
    sealOldLine(oldEvent('ok', {}, -1), sampleKey),
    sealOldLine(oldEvent('ok', {}, 1e300), sampleKey),
    sealOldLine('{"timestamp": NaN, "event_type": "x", "details": {}}', sampleKey),
    sealOldLine(Buffer.from([0xff, 0xfe]), sampleKey),
    sealOldLine(
      `{"timestamp":1,"event_type":"x","details":{"deep":${'['.repeat(9000)}${']'.repeat(9000)}}}`,
      sampleKey,
    ),
    sealOldLine(oldEvent('other'), 'another key'),
    good,
  ].join('\n');
  const found = await read(log);
  expect(found.map((each) => [each.line, outcome(each)])).toEqual([
    [1, 'ok'],
    [2, 'malformed'],
    [3, 'too_long'],
    [5, 'malformed'],
    ...[6, 7, 8, 9, 10, 11].map((line) => [line, 'no_entry']),
    [12, expect.stringMatching(/^(no_entry|x)$/)],
    [13, 'not_opened'],
    [14, 'ok'],
  ]);
});

test('texts come out plain, bounded, and as texts alone', async () => {
  const details = {
    path: 'a\u001B[31m\nb\u202E',
    count: 3,
    nested: { list: [1, null] },
    constructor: true,
    ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`more${index}`, 'y'.repeat(600)])),
  };
  const [line] = await read(sealOldLine(oldEvent('get\u0000_key\u0007', details), sampleKey));
  if (line?.is !== 'read') throw new Error('The line was not read.');
  expect(line.event).toBe('get_key');
  expect(line.details.slice(0, 5)).toEqual([
    'path: a[31m bU+202E',
    'count: 3',
    'nested: {"list":[1,null]}',
    'constructor: true',
    `more0: ${'y'.repeat(499)}…`,
  ]);
  expect(line.details.at(-1)).toBe('… and 24 more');
  expect(line.details).toHaveLength(21);
});

test('a detail with a name that JavaScript treats apart is a detail like any other', async () => {
  const plain = '{"timestamp":1,"event_type":"x","details":{"__proto__":{"a":1},"b":2}}';
  expect(await read(sealOldLine(plain, sampleKey))).toMatchObject([
    { details: ['__proto__: {"a":1}', 'b: 2'] },
  ]);
});

test('anything that was sealed in the old form is read or named, whatever it is', async () => {
  const json = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.jsonValue().map((value) => oldEvent('x', value)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(json, { maxLength: 5 }), async (plain) => {
      const found = await read(plain.map((text) => sealOldLine(text, sampleKey)).join('\n'));
      expect(found.map(({ line }) => line)).toEqual(plain.map((_, index) => index + 1));
    }),
  );
});

test('any bytes at all are named line by line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const found = await read(bytes);
      const held = Buffer.from(bytes)
        .toString('latin1')
        .split('\n')
        .filter((text) => !/^\r?$/.test(text));
      expect(found.map(outcome)).toEqual(held.map(() => 'malformed'));
    }),
  );
});
