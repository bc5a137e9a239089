import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createOutput } from '../../../src-main/cli/output.ts';

/** A stream that takes a chunk only when it is told to. */
function slowStream() {
  const taken: string[] = [];
  let next: (() => void) | null = null;
  const stream = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _, done) {
      taken.push(chunk.toString());
      next = done;
    },
  });
  return { stream, taken, take: () => next?.() };
}

const outputTo = (stream: Writable) => createOutput(stream, stream, {});

test('an item is one line of JSON, or a text', async () => {
  const written: string[] = [];
  const output = outputTo(
    new Writable({
      write(chunk: Buffer, _, done) {
        written.push(chunk.toString());
        done();
      },
    }),
  );
  expect(await output.item({ json: true }, { a: ['\u009B'] }, () => 'text')).toBe(true);
  expect(await output.item({}, { a: 1 }, (paint) => paint('bad', 'text'))).toBe(true);
  expect(written).toEqual(['{"a":["\\u009b"]}\n', 'text\n']);
});

test('an item waits for a slow reader', async () => {
  const { stream, taken, take } = slowStream();
  let isTaken = false;
  const item = outputTo(stream)
    .item({}, null, () => 'one')
    .then((goesOn) => {
      isTaken = true;
      return goesOn;
    });
  await new Promise((resolve) => setImmediate(resolve));
  expect([taken, isTaken]).toEqual([['one\n'], false]);
  take();
  expect(await item).toBe(true);
});

test('an item is told when nobody reads any more, also while it waits', async () => {
  const { stream } = slowStream();
  stream.on('error', () => undefined);
  const output = outputTo(stream);
  const waiting = output.item({}, null, () => 'one');
  stream.destroy(new Error('EPIPE'));
  expect(await waiting).toBe(false);
  expect(await output.item({}, null, () => 'two')).toBe(false);
});
