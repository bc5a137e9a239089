import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, type RawLine } from '../../../../src-main/audit/backpack/lines.ts';

const bounds = { longest: 10, most: 1000 };

async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function cut(text: string, sizes = [1], given = bounds): Promise<(readonly [number, string | null])[]> {
  const found: RawLine[] = [];
  for await (const line of linesOf(chunksOf(Buffer.from(text), sizes), given)) found.push(line);
  return found.map(({ line, bytes }) => [line, bytes?.toString() ?? null]);
}

test('lines are numbered, and the last one needs no end', async () => {
  expect(await cut('one\n\ntwo\r\nthree')).toEqual([
    [1, 'one'],
    [2, ''],
    [3, 'two'],
    [4, 'three'],
  ]);
  expect(await cut('')).toEqual([]);
});

test('a line over the bound is let go, and the next one is whole', async () => {
  expect(await cut(`${'x'.repeat(11)}\n${'y'.repeat(10)}\n${'z'.repeat(5000)}`)).toEqual([
    [1, null],
    [2, 'y'.repeat(10)],
    [3, null],
  ]);
});

test('more lines than the bound are refused', async () => {
  expect(await cut('a\n'.repeat(3), [4], { longest: 10, most: 3 })).toHaveLength(3);
  await expect(cut('a\n'.repeat(4), [4], { longest: 10, most: 3 })).rejects.toMatchObject({
    code: 'too_large',
  });
});

test('chunks do not matter', async () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '\r', '\n', 'ü'), { maxLength: 60 })
    .map((all) => all.join(''));
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(text, sizes, async (given, some) => {
      expect(await cut(given, some)).toEqual(await cut(given, [1000]));
    }),
  );
});
