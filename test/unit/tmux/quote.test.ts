import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeFormat, quoteArgument, quoteCommand } from '../../../src-main/tmux/quote.ts';

/** Reads an argument as tmux does: between double quotes a backslash and three octal digits are one character. */
function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

describe('an argument', () => {
  test('holds nothing between its quotes that tmux would act upon', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\0'));
        const quoted = quoteArgument(text);
        expect(quoted).toMatch(/^"(?:[^"\\$#~\u0000-\u001f\u007f]|\\[0-7]{3})*"$/);
        expect(unquote(quoted)).toBe(text);
      }),
    );
  });

  test('with line breaks stays on one line', () => {
    expect(quoteCommand(['send-keys', 'a\nb'])).toBe('"send-keys" "a\\012b"');
  });

  test('with a NUL is refused', () => {
    expect(() => quoteArgument('a\0b')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});

test.each([
  ['plain', 'plain'],
  ['#{pid}', '##{pid}'],
  ['#(run)', '##(run)'],
  ['a##b', 'a####b'],
  ['#[x]', '#[x]'],
  ['##[x]', '##[x]'],
  ['end#', 'end##'],
])('the format for %j is %j', (text, format) => {
  expect(escapeFormat(text)).toBe(format);
});
