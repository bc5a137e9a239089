import { describe, expect, it } from 'vitest';
import { parseInstruction } from '../../../src-main/practice/instruction.ts';

describe('an instruction', () => {
  it.each([
    ['run: ls -l', { do: 'run', command: 'ls -l' }],
    ['  run:ls  ', { do: 'run', command: 'ls' }],
    ['write: a.txt some text', { do: 'write', file: 'a.txt', text: 'some text' }],
    ['write: a.txt', { do: 'write', file: 'a.txt', text: 'Written by the practice agent.' }],
    ['slow: 2.5', { do: 'slow', seconds: 2.5 }],
    ['ask', { do: 'ask' }],
    ['help', { do: 'help' }],
    ['exit', { do: 'exit' }],
  ])('%j is understood', (text, wanted) => {
    expect(parseInstruction(text)).toEqual(wanted);
  });

  it.each([
    '',
    'run:',
    'run',
    'write:',
    'slow: x',
    'slow: 0',
    'slow: -1',
    'slow: Infinity',
    'slow: 99999',
    'Ask',
    'ask me',
  ])('%j is not', (text) => {
    expect(parseInstruction(text)).toBeNull();
  });
});
