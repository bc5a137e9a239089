import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Sanitiser } from '../../../src-main/terminal/sanitise.ts';

function clean(input: Uint8Array, chunk = Math.max(1, input.length)): string {
  const sanitiser = new Sanitiser();
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < input.length; at += chunk)
    pieces.push(sanitiser.push(input.subarray(at, at + chunk), 0));
  return Buffer.concat(pieces).toString('utf8');
}

const link = (address: string): string => `\x1b]8;;${address}\x1b\\`;

const kept: readonly string[] = [
  'plain text\r\n\ttab\b',
  'é ✅ 👩‍👩‍👧 日本語 │',
  '\x1b[m\x1b[1;38;5;200m\x1b[48;2;1;2;3m\x1b[4:3m\x1b[58:2::1:2:3m',
  '\x1b[5A\x1b[3;4H\x1b[2J\x1b[K\x1b[?2K\x1b[10P\x1b[4@\x1b[2L\x1b[1;5r\x1b[s\x1b[u\x1b[3b',
  '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2026h\x1b[?1;25h\x1b[4h\x1b[!p\x1b[2 q',
  '\x1b7\x1b8\x1bD\x1bE\x1bM\x1bH\x1bc\x1b=\x1b>\x1b(0\x1b)B\x1b#8\x0e\x0f',
  link('https://example.com/a?b=c#d'),
  `${link('http://example.com')}text${link('')}`,
];

const removed: readonly (readonly [string, string, string])[] = [
  ['the clipboard', '\x1b]52;c;Y3VybCBldmlsfHNo\x07', ''],
  ['the clipboard, asked for', '\x1b]52;c;?\x1b\\', ''],
  ['titles', '\x1b]0;a\x07\x1b]1;b\x07\x1b]2;c\x1b\\\x1bkd\x1b\\', ''],
  ['colours of the palette', '\x1b]4;1;?\x07\x1b]10;#fff\x07\x1b]11;?\x07\x1b]104\x07', ''],
  ['notifications and the like', '\x1b]9;hello\x07\x1b]777;notify;a;b\x07\x1b]1337;File=:AAAA\x07', ''],
  ['window operations', '\x1b[21t\x1b[8;10;10t\x1b[18t', ''],
  ['requests for reports', '\x1b[c\x1b[>c\x1b[=c\x1b[5n\x1b[6n\x1b[?6n\x1b[x\x1b[>q\x1b[?1$p\x1bZ\x05', ''],
  ['keyboard protocols', '\x1b[>1u\x1b[?u\x1b[<u\x1b[=1u\x1b[>4;2m\x1b[?4m', ''],
  ['mouse, focus and paste modes', '\x1b[?1000h\x1b[?1002;1006h\x1b[?1004h\x1b[?2004h\x1b[?9h', ''],
  ['such modes between others', '\x1b[?25;1003;7h', '\x1b[?25;7h'],
  ['a change of width', '\x1b[?3h\x1b[?40h', ''],
  ['printing', '\x1b[5i\x1b[?4i', ''],
  ['strings for devices', '\x1bPq#0;2;0;0;0~\x1b\\\x1bP$qm\x1b\\\x1bPtmux;\x1b\x1b]52;c;x\x07\x1b\\', ''],
  ['other strings', '\x1b_Gi=1;AAAA\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\', ''],
  ['bells and odd controls', 'a\x07\x00\x11\x7fb', 'ab'],
  ['controls written as characters', 'a\u009b21t\u009d52;c;x\u0090q\u0085b', 'a21t52;c;xqb'],
  ['links to scripts', `${link('javascript:alert(1)')}bank.example`, `${link('')}bank.example`],
  ['links to files', link('file:///etc/passwd'), link('')],
  ['links without a scheme', link('//example.com'), link('')],
  ['links that are none', link('http://['), link('')],
  ['links with blanks or controls', link('https://a b'), link('')],
  ['links of great length', link(`https://a/${'x'.repeat(3000)}`), link('')],
  ['what a link has but its id', '\x1b]8;x=1:id=a-1:y=\x07;\x07', `\x1b]8;;\x1b\\;`],
  ['huge numbers', '\x1b[2147483647b\x1b[99999;1H', '\x1b[9999b\x1b[9999;1H'],
  ['sequences of great length', `\x1b[${'1;'.repeat(600)}mtext`, 'text'],
  ['sequences that are none', '\x1b[1?h\x1b[?5;yx', 'x'],
  ['aborted sequences', '\x1b[31\x18a\x1b]52;c;x\x18b\x1b]0;x\x1b[31mc', 'ab\x1b[31mc'],
  ['bytes that are no character', 'a\xff', 'a\ufffd'],
];

describe('what an agent needs', () => {
  test.each(kept)('%j passes as it is', (text) => {
    const bytes = Buffer.from(text);
    expect(clean(bytes)).toBe(text);
    expect(clean(bytes, 1)).toBe(text);
  });

  test('a link keeps its id', () => {
    expect(clean(Buffer.from('\x1b]8;id=a-1:x=2;https://a/\x07'))).toBe('\x1b]8;id=a-1;https://a/\x1b\\');
  });
});

describe('what a viewer must not get', () => {
  test.each(removed)('%s: %j', (_, input, expected) => {
    const bytes = input.includes('\xff') ? Buffer.from(input, 'latin1') : Buffer.from(input);
    expect(clean(bytes)).toBe(expected);
    for (const chunk of [1, 2, 3, 5]) expect(clean(bytes, chunk)).toBe(expected);
  });
});

test('nothing that is given back ends inside a character or a sequence', () => {
  const text = 'é✅\x1b[31m日\x1b]8;;https://a/\x07x\x1b]8;;\x07👩‍👩‍👧\x1b[m';
  const sanitiser = new Sanitiser();
  for (const byte of Buffer.from(text)) {
    const piece = Buffer.from(sanitiser.push(Uint8Array.of(byte), 0)).toString('utf8');
    expect(piece).not.toContain('\ufffd');
    expect(piece).toMatch(/^(?:\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\|[^\x1b]*)$/u);
  }
});

test('cutting makes no difference, nothing throws, and no forbidden sequence is ever put together', () => {
  const word = fc.constantFrom(
    ...[
      '\x1b',
      '\x1b',
      '[',
      ']',
      '52;c;x',
      '0;t',
      '8;;',
      'javascript:x',
      'https://a',
      '\x07',
      '\x1b\\',
      'P',
      'q',
      '\x18',
    ],
    ...[
      '21t',
      '6n',
      '?',
      '1000',
      'h',
      '31m',
      'é',
      '日',
      '✅',
      '\u009b',
      'k',
      '_',
      ';',
      '1',
      ' ',
      '\n',
      'c',
      '\x1b[',
      '\x1b]',
    ],
  );
  const any = fc.oneof(
    fc.array(word, { maxLength: 40 }).map((words) => Buffer.from(words.join(''))),
    fc.uint8Array({ maxLength: 200 }),
  );
  fc.assert(
    fc.property(any, fc.integer({ min: 1, max: 7 }), (input, chunk) => {
      const whole = clean(input);
      expect(clean(input, chunk)).toBe(whole);
      // Cleaning again changes nothing: all that is left is allowed.
      expect(clean(Buffer.from(whole))).toBe(whole);
      expect(whole).not.toMatch(/\x1b(?:\](?!8;)|[P_^Xk]|\[[0-9;?>]*[tcn])|[\u0080-\u009f]/);
    }),
    { numRuns: 2_000 },
  );
});

test('a string without end holds a bounded part, and what follows five seconds later is shown, as tmux does', () => {
  for (const start of ['\x1b]0;', '\x1bPq', '\x1b_x', '\x1bkx', '\x1b]8;;https://']) {
    const sanitiser = new Sanitiser();
    sanitiser.push(Buffer.from(start), 1_000);
    const before = process.memoryUsage().heapUsed;
    const piece = Buffer.alloc(200_000, 'x');
    for (let count = 0; count < 20; count += 1) expect(sanitiser.push(piece, 2_000)).toHaveLength(0);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000);
    expect(Buffer.from(sanitiser.push(Buffer.from('seen'), 6_001)).toString()).toBe('seen');
  }
});
