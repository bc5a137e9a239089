import { describe, expect, it } from 'vitest';
import { optionListAt } from '../../../../src-main/runtimes/claude/option-list.ts';

const rows = [
  ' Head',
  '',
  ' Do you want',
  ' to proceed?',
  ' ❯ 1. Yes',
  '   2. Yes, and',
  '      more',
  '   3. No',
  '',
  ' A hint',
  ' goes on',
];

describe('an option list', () => {
  it('joins what wraps', () => {
    expect(optionListAt(rows, 4, 40)).toEqual({
      start: 2,
      question: 'Do you want to proceed?',
      options: [
        { label: 'Yes', marked: true },
        { label: 'Yes, and more', marked: false },
        { label: 'No', marked: false },
      ],
      marked: 0,
      footer: 'A hint goes on',
    });
  });

  it('is none unless the cursor stands on its marked line', () => {
    for (const row of [0, 3, 5, 7, 9]) expect(optionListAt(rows, row, 40)).toBeNull();
    const other = rows.with(0, ' ❯ Head');
    expect(optionListAt(other, 0, 40)).toBeNull();
  });

  it.each([
    ['two marked lines', rows.with(7, ' ❯ 3. No')],
    ['a gap in the numbers', rows.with(7, '   4. No')],
    ['a beginning other than 1', rows.toSpliced(4, 1)],
    ['another column', rows.with(7, '  3. No')],
    ['one line only', rows.slice(0, 5)],
  ])('is none with %s', (_, changed) => {
    for (const cursor of [4, 7]) expect(optionListAt(changed, cursor, 40)).toBeNull();
  });
});
