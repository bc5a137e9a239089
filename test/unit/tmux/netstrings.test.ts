import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthPrefixed, readLengthPrefixed } from '../../../src-main/tmux/netstrings.ts';

test('the format names each variable twice', () => {
  expect(lengthPrefixed(['a', 'b'])).toBe('#{n:a}:#{a}#{n:b}:#{b}');
});

test('what was printed is read back, whatever the values hold', () => {
  const value = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value, value)), (records) => {
      const printed = records.flat().map((text) => `${Buffer.byteLength(text)}:${text}`);
      expect(readLengthPrefixed(Buffer.from(printed.join('')), 3)).toEqual(records);
    }),
  );
});

test('every beginning of a record is refused, and nothing throws', () => {
  const whole = Buffer.from('2:ab0:3:x:y');
  expect(readLengthPrefixed(whole, 3)).toEqual([['ab', '', 'x:y']]);
  for (let length = 1; length < whole.length; length += 1) {
    expect(readLengthPrefixed(whole.subarray(0, length), 3)).toBeNull();
  }
  for (const text of [':', 'x:', '-1:', '1', '99:a', '1e1:aaaaaaaaaa', ' 1:a', '123456789012:a']) {
    expect(readLengthPrefixed(Buffer.from(text), 1)).toBeNull();
  }
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void readLengthPrefixed(bytes, 2)));
});
