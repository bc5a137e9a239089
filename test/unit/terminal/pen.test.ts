import { expect, test } from 'vitest';
import { Pen } from '../../../src-main/terminal/pen.ts';
import { standingAlone } from '../../../src-main/terminal/styled-rows.ts';

test.each([
  [['1', '31'], '0;1;31'],
  [['1;4;31;44', '22;24'], '0;31;44'],
  [['31', '0'], '0'],
  [['31', ''], '0'],
  [['1;0;3'], '0;3'],
  [['38;5;200', '48;2;1;2;3', '58:2::1:2:3'], '0;38;5;200;48;2;1;2;3;58:2::1:2:3'],
  [['38;5;1;1'], '0;1;38;5;1'],
  [['38;5;1', '39'], '0'],
  [['95;101', '49'], '0;95'],
  [['4:3', '4'], '0;4'],
  [['4:3;9;7', '24;29;27'], '0'],
  [['53', '55', '2', '1', '22'], '0'],
  [['999', 'x'], '0'],
])('after %j the pen is %j', (sequences, expected) => {
  const pen = new Pen();
  for (const sequence of sequences) pen.apply(sequence);
  expect(pen.toString()).toBe(`\u001b[${expected}m`);
});

test('a row takes with it what the rows before it set', () => {
  expect(standingAlone(['\u001b[31ma', 'b\u001b[1m', 'c\u001b[0m\u000eq', 'x\u000f', 'd'])).toEqual([
    '\u001b[0m\u001b[31ma\u001b[0m',
    '\u001b[0;31mb\u001b[1m\u001b[0m',
    '\u001b[0;1;31mc\u001b[0m\u000eq\u000f\u001b[0m',
    '\u001b[0m\u000ex\u000f\u001b[0m',
    '\u001b[0md\u001b[0m',
  ]);
});

test('colours that change for ever make no longer pen', () => {
  const pen = new Pen();
  for (let count = 0; count < 10_000; count += 1) pen.apply(`38;5;${count % 256};4:${count % 5}`);
  expect(pen.toString().length).toBeLessThan(40);
});
