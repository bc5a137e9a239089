import { expect, test } from 'vitest';
import { screenOf } from '../../../src-main/terminal/screen.ts';

test('rows become plain text; scrollback is left out; the rest stays as it was', () => {
  const styled = [
    '\u001b[31mold',
    '\u001b[1mbold\u001b[0m  text   ',
    '\u001b]8;;https://a/\u001b\\link\u001b]8;;\u001b\\ and \u001b]8;;x\u0007more',
    '\u000elqk\u000f日本 ✅',
  ];
  const capture = {
    styled,
    cursor: { column: 1, row: 2, visible: true },
    columns: 20,
    rows: 3,
    title: 'a title',
    alternate: false,
  };
  expect(screenOf(capture)).toEqual({
    ...capture,
    styled: styled.slice(1),
    lines: ['bold  text', 'link and more', '┌─┐日本 ✅'],
  });
});
