import { beforeEach, expect, test, vi } from 'vitest';
import { Feed } from '../../../src-main/terminal/feed.ts';
import type { ViewerSink } from '../../../src-main/terminal/viewer.ts';
import type { SessionStream } from '../../../src-main/tmux/tmux.ts';
import { FakeStream, settled } from '../../support/fake-stream.ts';

class Sink implements ViewerSink {
  /** What was heard, pictures as `picture TEXT skipped N`, pieces as their text. */
  readonly heard: string[] = [];
  readonly sequences: number[] = [];

  snapshot(picture: { sequence: number; data: Uint8Array; skipped: number }): void {
    this.sequences.push(picture.sequence);
    const text = Buffer.from(picture.data).toString().match(/<.*>/)?.[0] ?? '';
    this.heard.push(`picture ${text} skipped ${picture.skipped}`);
  }

  output(piece: { sequence: number; data: Uint8Array }): void {
    this.sequences.push(piece.sequence);
    this.heard.push(Buffer.from(piece.data).toString());
  }

  ended(): void {
    this.heard.push('ended');
  }

  get last(): number {
    return this.sequences.at(-1) ?? 0;
  }
}

let stream: FakeStream;
let next: FakeStream | null;
let failures: unknown[];
let endings: number;
let feed: Feed;

beforeEach(() => {
  stream = new FakeStream();
  next = null;
  failures = [];
  endings = 0;
  feed = new Feed(stream, {
    clock: { now: () => 0, elapsed: () => 0 },
    reopen: () => (next === null ? Promise.reject(new Error('gone')) : Promise.resolve<SessionStream>(next)),
    onEnded: () => {
      endings += 1;
    },
    onFailure: (error) => failures.push(error),
  });
  return async () => {
    await feed.dispose();
    expect(failures).toEqual([]);
  };
});

const large = 'x'.repeat(210_000);

test('output before the picture is in it, output after it follows, and sequences grow', async () => {
  const sink = new Sink();
  feed.add(sink);
  stream.print('before');
  await stream.answer('<one>');
  stream.print('after');
  expect(sink.heard).toEqual(['picture <one> skipped 0', 'after']);
  expect(sink.sequences).toEqual([...sink.sequences].sort((a, b) => a - b));
});

test('the first bytes go at once, what follows goes together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const sink = new Sink();
    feed.add(sink);
    await stream.answer('<one>');
    stream.print('a');
    stream.print('b');
    stream.print('c');
    expect(sink.heard.slice(1)).toEqual(['a']);
    vi.advanceTimersByTime(16);
    expect(sink.heard.slice(1)).toEqual(['a', 'bc']);
    vi.advanceTimersByTime(16);
    stream.print('d');
    expect(sink.heard.slice(1)).toEqual(['a', 'bc', 'd']);
    stream.print(large);
    expect(sink.heard.at(-1)).toBe(large);
  } finally {
    vi.useRealTimers();
  }
});

test('a second viewer gets its own picture, and the first gets what was gathered before it, once', async () => {
  const first = new Sink();
  feed.add(first);
  await stream.answer('<one>');
  stream.print('a');
  stream.print('b');
  const second = new Sink();
  feed.add(second);
  stream.print('c');
  await stream.answer('<abc>');
  expect(first.heard).toEqual(['picture <one> skipped 0', 'a', 'bc']);
  expect(second.heard).toEqual(['picture <abc> skipped 0']);
});

test('a sequence that was cut by the picture is completed for the viewer', async () => {
  const sink = new Sink();
  feed.add(sink);
  await stream.answer('<one>', { unfinished: Buffer.from('\x1b[3') });
  stream.print('1mred');
  expect(sink.heard.at(-1)).toBe('\x1b[31mred');
});

test('one who lags gets nothing until it has drawn all, then a picture with what was skipped; the other gets all', async () => {
  const lagging = new Sink();
  const quick = new Sink();
  const viewer = feed.add(lagging);
  const other = feed.add(quick);
  await stream.answer('<one>');
  await stream.answer('<one>');
  for (let count = 0; count < 4; count += 1) {
    stream.print(large);
    other.drawn(quick.last);
  }
  expect(quick.heard).toHaveLength(5);
  expect(lagging.heard).toHaveLength(2);
  viewer.drawn(lagging.last - 1);
  await settled();
  expect(stream.asked.filter((word) => word === 'snapshot')).toHaveLength(2);
  viewer.drawn(lagging.last);
  await stream.answer('<two>');
  expect(lagging.heard.at(-1)).toBe(`picture <two> skipped ${3 * large.length}`);
  expect(stream.asked).not.toContain('pause');
  stream.print('more');
  await vi.waitFor(() => expect(lagging.heard.at(-1)).toBe('more'));
});

test('when nobody keeps up tmux is asked to stop, and to go on before the next picture', async () => {
  const sink = new Sink();
  const viewer = feed.add(sink);
  await stream.answer('<one>');
  stream.print(large);
  stream.print(large);
  stream.print(large);
  expect(stream.asked).toEqual(['snapshot', 'pause']);
  viewer.drawn(sink.last);
  await settled();
  expect(stream.asked).toEqual(['snapshot', 'pause', 'resume', 'snapshot']);
  stream.print('in the picture');
  await stream.answer('<two>');
  stream.print('after');
  await vi.waitFor(() => expect(sink.heard.at(-1)).toBe('after'));
  expect(sink.heard.join('')).not.toContain('in the picture');
});

test('a viewer that keeps up leaves: the others lag, and tmux is asked to stop', async () => {
  const lagging = new Sink();
  const quick = new Sink();
  feed.add(lagging);
  const other = feed.add(quick);
  await stream.answer('<one>');
  await stream.answer('<one>');
  for (let count = 0; count < 3; count += 1) {
    stream.print(large);
    other.drawn(quick.last);
  }
  expect(stream.asked).not.toContain('pause');
  other.leave();
  expect(stream.asked).toContain('pause');
});

test('when tmux stopped by itself, also in the middle of a picture, all get a picture and know of the loss', async () => {
  const sink = new Sink();
  feed.add(sink);
  await stream.answer('<one>');
  stream.paused.emit();
  await settled();
  expect(stream.asked).toEqual(['snapshot', 'resume', 'snapshot']);
  stream.paused.emit();
  await stream.answer('<stale>');
  expect(sink.heard).toEqual(['picture <one> skipped 0']);
  expect(stream.asked.slice(3)).toEqual(['resume', 'snapshot']);
  await stream.answer('<two>');
  expect(sink.heard.at(-1)).toBe('picture <two> skipped 2');
  stream.print('on');
  expect(sink.heard.at(-1)).toBe('on');
});

test('one who left hears nothing more', async () => {
  const sink = new Sink();
  const viewer = feed.add(sink);
  await stream.answer('<one>');
  viewer.leave();
  stream.print('more');
  stream.end();
  await settled();
  expect(sink.heard).toEqual(['picture <one> skipped 0']);
  expect(feed.isEmpty).toBe(true);
});

test('after the end all are told once', async () => {
  const sinks = [new Sink(), new Sink()];
  for (const sink of sinks) feed.add(sink);
  await stream.answer('<one>');
  stream.end();
  await settled();
  stream.end();
  for (const sink of sinks) expect(sink.heard.filter((word) => word === 'ended')).toHaveLength(1);
  expect(endings).toBe(1);
});

test('a stream that ended while its session goes on is opened again, once for each picture', async () => {
  const sink = new Sink();
  feed.add(sink);
  await stream.answer('<one>');
  next = new FakeStream();
  stream.end();
  await settled();
  await next.answer('<two>');
  expect(sink.heard).toEqual(['picture <one> skipped 0', 'picture <two> skipped 1']);
  const third = new FakeStream();
  const second = next;
  next = third;
  second.end();
  await settled();
  // This one ends before it gave a picture.
  third.end();
  await settled();
  expect(sink.heard.at(-1)).toBe('ended');
  expect(endings).toBe(1);
});

test('a viewer that never draws costs a bounded part, however short the pieces are', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const sink = new Sink();
    feed.add(sink);
    await stream.answer('<one>');
    for (let count = 0; count < 5_000; count += 1) {
      stream.print('.');
      vi.advanceTimersByTime(20);
    }
    expect(sink.heard.length).toBeLessThan(1_000);
    expect(stream.asked).toContain('pause');
  } finally {
    vi.useRealTimers();
  }
});
