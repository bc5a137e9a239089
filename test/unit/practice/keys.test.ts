import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KeyPress, readKeys } from '../../../src-main/practice/keys.ts';

/** Reads a text as it comes in pieces, as the terminal does; text that comes together is one. */
function inPieces(pieces: readonly string[]): KeyPress[] {
  const all: KeyPress[] = [];
  let rest = '';
  for (const piece of pieces) {
    const read = readKeys(rest + piece);
    rest = read.rest;
    for (const press of read.keys) {
      const last = all.at(-1);
      if (press.key === 'text' && last?.key === 'text')
        all[all.length - 1] = { key: 'text', text: last.text + press.text };
      else all.push(press);
    }
  }
  return all;
}

describe('the keys', () => {
  it('are text and the named ones', () => {
    const { keys, rest } = readKeys('ä日\r\x7f\x03\x04\x15\x1b[A\x1bOB\x01');
    expect(keys.map((press) => (press.key === 'text' ? press.text : press.key))).toEqual([
      'ä日',
      'enter',
      'backspace',
      'interrupt',
      'end',
      'clear',
      'up',
      'down',
    ]);
    expect(rest).toBe('');
  });

  it('keep the beginning of a sequence until its rest comes', () => {
    for (const begun of ['\x1b', '\x1b[', '\x1b[1;', '\x1bO', '\x1b[200~half']) {
      expect(readKeys(begun)).toEqual({ keys: [], rest: begun });
    }
    expect(readKeys('\x1bx').keys).toEqual([{ key: 'escape' }, { key: 'text', text: 'x' }]);
    expect(readKeys('\x1b\x1b')).toEqual({ keys: [{ key: 'escape' }], rest: '\x1b' });
  });

  it('make one text of a paste, whose line breaks send nothing', () => {
    expect(readKeys('\x1b[200~run: ls\r\nrm\n\x1b[201~').keys).toEqual([{ key: 'text', text: 'run: ls rm' }]);
  });

  it('are the same byte by byte', () => {
    const unit = fc.constantFrom('a', '日', '\r', '\x7f', '\x1b[A', '\x1b[200~x y\x1b[201~', '\x1b[5~');
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join('');
        expect(inPieces([...text])).toEqual(inPieces([text]));
      }),
    );
  });

  it('never throw and always go on', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { rest } = readKeys(text);
        expect(text.endsWith(rest)).toBe(true);
      }),
    );
  });
});
