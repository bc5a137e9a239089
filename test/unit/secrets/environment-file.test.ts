import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEnvironment, withValue } from '../../../src-main/secrets/environment-file.ts';

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/);
const value = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0'));

test('comments, quotes, escapes and export are understood', () => {
  expect(
    parseEnvironment(
      [
        '# a comment',
        'PLAIN=abc # trailing',
        '  export SPACED = x y ',
        `SINGLE='as $it "stands" # here'`,
        'DOUBLE="a\\nb\\t\\"c\\" \\$d \\\\ # e" # f',
        'EMPTY=',
        'HASH=a#b',
        'not an assignment',
        '=nothing',
        '1ABC=no',
      ].join('\r\n'),
    ),
  ).toEqual({
    PLAIN: 'abc',
    SPACED: 'x y',
    SINGLE: 'as $it "stands" # here',
    DOUBLE: 'a\nb\t"c" $d \\ # e',
    EMPTY: '',
    HASH: 'a#b',
  });
});

test('of a repeated name the last counts, and all are replaced by one line', () => {
  const text = 'KEY=old\nOTHER=1\nexport KEY="newer"\n';
  expect(parseEnvironment(text)['KEY']).toBe('newer');
  expect(withValue(text, 'KEY', 'x')).toBe('KEY=x\nOTHER=1\n');
  expect(withValue(text, 'KEY', null)).toBe('OTHER=1\n');
});

test('comments and other lines stay', () => {
  expect(withValue('# mine\n\nA=1', 'B', 'two words')).toBe('# mine\n\nA=1\nB="two words"\n');
});

test('a name that is part of another object is an ordinary name', () => {
  const variables = parseEnvironment('__proto__=x\nconstructor=y');
  expect(Object.entries(variables)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
});

test('whatever is written is read back, and nothing else changes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), name, value, (text, key, written) => {
      const before = parseEnvironment(text);
      const after = parseEnvironment(withValue(text, key, written));
      expect(Object.getOwnPropertyDescriptor(after, key)?.value).toBe(written);
      const others = (variables: Record<string, string>) =>
        Object.entries(variables).filter(([other]) => other !== key);
      expect(others(after)).toEqual(others(before));
    }),
    { numRuns: 1000 },
  );
});

test('what is removed is gone, whatever stood in the file', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), name, (lines, key) => {
      const text = lines.reduce(
        (rest, [other, content]) => `${withValue(rest, other, content)}${key}=1\n`,
        '',
      );
      expect(Object.hasOwn(parseEnvironment(withValue(text, key, null)), key)).toBe(false);
    }),
  );
});

test('any text at all is read without a failure', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
      for (const found of Object.values(parseEnvironment(text))) expect(typeof found).toBe('string');
    }),
  );
});

test('hostile lines are read in time that grows with their length', () => {
  const started = performance.now();
  parseEnvironment(`A=${' '.repeat(100_000)}x\nB="${'\\'.repeat(100_001)}\nC=${' #'.repeat(50_000)}`);
  expect(performance.now() - started).toBeLessThan(500);
});
