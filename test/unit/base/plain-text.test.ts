import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainLine, plainText } from '../../../src-main/base/plain-text.ts';

describe('what an agent wrote, outside of its terminal', () => {
  test.each([
    ['control characters go', 'a\u0007b\u001b[31mc\u009bd', 'ab[31mcd'],
    ['line breaks and tabs stay', 'a\r\nb\rc\td', 'a\nb\nc\td'],
    ['what turns the direction of writing is spelled out', 'rm \u202Etxt.exe', 'rm U+202Etxt.exe'],
    ['what cannot be seen is spelled out', 'a\u200Bb\u2800c\u3164d', 'aU+200BbU+2800cU+3164d'],
    ['a joiner within a picture stays', '👩\u200D👩\u200D👧', '👩\u200D👩\u200D👧'],
    ['a joiner between letters is spelled out', 'a\u200Db', 'aU+200Db'],
    ['other scripts stay', '日本語 ✅ é', '日本語 ✅ é'],
  ])('%s', (_, text, shown) => {
    expect(plainText(text)).toBe(shown);
  });

  test('twice is as once, and nothing that controls is left', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = plainText(text);
        expect(plainText(shown)).toBe(shown);
        expect(shown).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/);
      }),
    );
  });

  test('a line is cut by characters, not within one', () => {
    expect(plainLine('a  b\nc', 10)).toBe('a b c');
    expect(plainLine('👩👩👩👩', 3)).toBe('👩👩…');
  });
});
