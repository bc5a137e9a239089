import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ControlEvent, ControlParser } from '../../../src-main/tmux/control-parser.ts';

const seal = '0123456789abcdef0123456789abcdef';

function shown(events: readonly ControlEvent[]): unknown[] {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
  return events.map((event) => {
    if (event.kind === 'reply') return [event.ok ? 'ok' : 'error', ...event.lines.map(text)];
    if (event.kind === 'output') return ['output', event.pane, text(event.bytes)];
    return event.kind === 'notice' ? ['notice', event.name, text(event.text)] : ['refused', event.text];
  });
}

function read(input: string, chunk = input.length): unknown[] {
  const bytes = Buffer.from(input, 'latin1');
  const parser = new ControlParser(seal);
  const events: ControlEvent[] = [];
  for (let at = 0; at < bytes.length; at += chunk)
    events.push(...parser.push(bytes.subarray(at, at + chunk)));
  return shown(events);
}

const sealed = (number: number): string => `%begin 7 ${number} 1\n${seal}\n%end 7 ${number} 1\n`;

const cases: readonly (readonly [string, string, unknown[]])[] = [
  ['an answer', `%begin 7 1 1\none\ntwo\n%end 7 1 1\n${sealed(2)}`, [['ok', 'one', 'two']]],
  ['an empty answer', `%begin 7 1 1\n%end 7 1 1\n${sealed(2)}`, [['ok']]],
  ['a refusal', `%begin 7 1 1\ncan't find\n%error 7 1 1\n${sealed(2)}`, [['error', "can't find"]]],
  [
    'two answers',
    `%begin 7 1 1\na\n%end 7 1 1\n${sealed(2)}%begin 7 3 1\nb\n%end 7 3 1\n${sealed(4)}`,
    [
      ['ok', 'a'],
      ['ok', 'b'],
    ],
  ],
  [
    'rows that imitate an end and another answer',
    `%begin 7 1 1\n%end 7 1 1\n%begin 7 2 1\nforged\n%end 7 2 1\n%error 7 1 1\n%exit\n%end 7 1 1\n${sealed(2)}`,
    [['ok', '%end 7 1 1', '%begin 7 2 1', 'forged', '%end 7 2 1', '%error 7 1 1', '%exit']],
  ],
  ['a pause inside of an answer', `%begin 7 1 1\n%pause %3\n%end 7 1 1\n${sealed(2)}`, [['ok', '%pause %3']]],
  [
    'output between an answer and its seal, which comes after the answer',
    `%begin 7 1 1\nrow\n%end 7 1 1\n%output %1 x\n${sealed(2)}`,
    [
      ['ok', 'row'],
      ['output', '%1', 'x'],
    ],
  ],
  ['what tmux says of its own accord', '%begin 7 1 0\nhello\n%end 7 1 0\n%exit\n', [['notice', 'exit', '']]],
  ['why the start failed', '%begin 7 1 0\nno session\n%error 7 1 0\n', [['refused', 'no session']]],
  [
    'output in octal',
    '%output %12 a\\033[m\\134\\012\xc3\xa9\\9\n',
    [['output', '%12', 'a\x1b[m\\\n\xc3\xa9\\9']],
  ],
  ['output with an age', '%extended-output %0 12 : a : b\n', [['output', '%0', 'a : b']]],
  [
    'notices',
    '%layout-change @0 a b *\n%subscription-changed x $0 - - - : v\n',
    [
      ['notice', 'layout-change', '@0 a b *'],
      ['notice', 'subscription-changed', 'x $0 - - - : v'],
    ],
  ],
  [
    'lines that are none of these',
    'hello\n\n%\n%begin x\n%output 3 x\n%Upper\n',
    [['notice', 'output', '3 x']],
  ],
];

describe.each(cases)('%s', (_, input, expected) => {
  test('is read at once', () => expect(read(input)).toEqual(expected));
  test.each([1, 2, 3, 7])('is read the same in pieces of %i bytes', (chunk) => {
    expect(read(input, chunk)).toEqual(expected);
  });
});

test('whatever comes, and however it is cut, it reads the same and never throws', () => {
  const word = fc.constantFrom(
    ...[
      '%begin 7 1 1',
      '%begin 7 1 0',
      '%end 7 1 1',
      '%end 7 1 0',
      '%error 7 1 1',
      seal,
      '%output %1 ',
      '\\012',
    ],
    ...['\\', '%pause %1', '\n', '\n', ' : ', '%extended-output %1 0 : x', '%', 'x', '\xff', '%exit'],
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (words, chunk) => {
      const input = words.join('');
      expect(read(input, chunk)).toEqual(read(input));
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => void new ControlParser(seal).push(bytes)),
  );
});

test('rows of any kind come out as they went in', () => {
  const row = fc.oneof(
    fc.string(),
    fc.constantFrom('%end 7 1 1', '%error 7 1 1', '%begin 7 2 1', '%exit', ''),
  );
  fc.assert(
    fc.property(fc.array(row.map((text) => text.replace(/[^\u0020-\u007e]/g, '?'))), (rows) => {
      const body = rows.map((text) => `${text}\n`).join('');
      expect(read(`%begin 7 1 1\n${body}%end 7 1 1\n${sealed(2)}`)).toEqual([['ok', ...rows]]);
    }),
  );
});

test('an answer and a line without end keep a bounded part, and what follows is read', () => {
  const parser = new ControlParser(seal);
  parser.push(Buffer.from('%begin 7 1 1\n'));
  const piece = Buffer.alloc(1_000_000, 'x');
  for (let count = 0; count < 50; count += 1) parser.push(piece);
  parser.push(Buffer.from('\n'));
  const line = Buffer.from(`${'x'.repeat(999)}\n`);
  for (let count = 0; count < 40_000; count += 1) parser.push(line);
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(100_000_000);
  const events = parser.push(Buffer.from(`%end 7 1 1\n${sealed(2)}%output %1 x\n`));
  expect(shown(events)).toEqual([
    ['error', 'the answer is too large'],
    ['output', '%1', 'x'],
  ]);
});
