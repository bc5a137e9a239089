import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryNameProblem, foldedName } from '../../../src-main/archive/entry-name.ts';
import { namesSeen } from '../../../src-main/archive/names-seen.ts';

describe('names of entries', () => {
  it('takes names of files as people have them', () => {
    for (const name of [
      'agent.py',
      'a/b/c.txt',
      '.gitignore',
      'über/naïve 文件.md',
      '..hidden',
      'a..b',
      "it's; $(x)",
    ])
      expect([name, entryNameProblem(name)]).toEqual([name, null]);
  });

  it('refuses each way out of the folder, and each name that means two things', () => {
    const bad = [
      ...['', '/', '/etc/passwd', '..', '../x', 'a/../../x', 'a/..', './x', 'a//b', 'a/', 'a/./b'],
      ...['C:/x', 'c:x', 'a/C:x', '\\\\host\\share', 'a\\..\\b', 'a\0b', 'a\nb', '\u001b[2Jx', '\u{9b}x'],
      ...['.git/config', 'a/.GIT/hooks/x', '.g\u200cit/config', 'x'.repeat(256), 'a/'.repeat(40) + 'b'],
      '文'.repeat(400),
    ];
    for (const name of bad) expect([name, entryNameProblem(name)]).not.toEqual([name, null]);
  });

  it('never lets a name out, whatever it is made of', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', '/', '\\', 'C:', '\0', 'a', '~'),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const name = parts.join('/');
        if (entryNameProblem(name) !== null) return;
        expect(path.resolve('/base', name).startsWith('/base/')).toBe(true);
        expect(path.win32.resolve('D:\\base', name).startsWith('D:\\base\\')).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('names beside each other', () => {
  const add = (...names: readonly string[]): (string | null)[] => {
    const seen = namesSeen();
    return names.map((name) =>
      name.endsWith('/') ? seen.add(name.slice(0, -1), 'folder') : seen.add(name, 'file'),
    );
  };

  it('may share folders, also ones that are named later', () => {
    expect(add('a/x', 'a/y', 'a/', 'b/', 'b/c/d')).toEqual([null, null, null, null, null]);
  });

  it('are refused when two would be one on some disk', () => {
    const pairs: readonly (readonly [string, string])[] = [
      ['a', 'a'],
      ['a/', 'a/'],
      ['README', 'readme'],
      ['caf\u00e9', 'cafe\u0301'],
      ['stra\u00dfe', 'STRASSE'],
      ['a\u200db', 'ab'],
      ['A/x', 'a/y'],
      ['a', 'a/b'],
      ['a/b', 'a'],
      ['a', 'A/b'],
    ];
    for (const [first, second] of pairs) {
      const [, problem] = add(first, second);
      expect([first, second, problem]).not.toEqual([first, second, null]);
    }
  });

  it('fold to themselves when they are folded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(foldedName(foldedName(name))).toBe(foldedName(name));
      }),
    );
  });
});
