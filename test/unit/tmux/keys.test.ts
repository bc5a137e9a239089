import { expect, test } from 'vitest';
import { checkKeys } from '../../../src-main/tmux/keys.ts';

test.each(['Enter', 'Escape', '1', 'y', 'C-c', 'M-Left', 'C-M-x', 'F12', 'BTab', '?', ';'])(
  '%j is a key',
  (key) => {
    expect(() => checkKeys([key])).not.toThrow();
  },
);

test.each(['', 'enter', 'Entr', 'yes', ' ', 'é', 'F13', 'C-', 'a\n'])('%j is none', (key) => {
  expect(() => checkKeys(['1', key])).toThrow(expect.objectContaining({ code: 'invalid_input' }));
});
