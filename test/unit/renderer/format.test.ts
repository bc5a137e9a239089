import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { age, agoWords, stretch, timeOfDay } from '../../../src-renderer/format/age.ts';
import { absolute, folderName, shortFolder, tilde } from '../../../src-renderer/format/folder.ts';
import { completions } from '../../../src-renderer/state/completions.ts';
import { readEnvironmentText } from '../../../src-renderer/state/environment-text.ts';

const now = new Date(2026, 10, 30, 14, 32, 8).getTime();
const minute = 60_000;

describe('ages', () => {
  test.each([
    [0, 'now', 'just now'],
    [8_000, '8 s', '8 s ago'],
    [4 * minute, '4 min', '4 min ago'],
    [3 * 60 * minute, '3 h', '3 h ago'],
    [3 * 24 * 60 * minute, 'Fri', 'on Fri'],
    [18 * 24 * 60 * minute, '12 Nov', 'on 12 Nov'],
    [-5_000, 'now', 'just now'],
  ])('%i ms ago', (gone, short, words) => {
    expect(age(now - gone, now)).toBe(short);
    expect(agoWords(now - gone, now)).toBe(words);
  });

  test('stretches and times', () => {
    expect(stretch(6 * 24 * 60 * minute)).toBe('6 d');
    expect(stretch(-1)).toBe('0 s');
    expect(timeOfDay(now, now)).toBe('14:32');
    expect(timeOfDay(now - 24 * 60 * minute, now)).toBe('Sun 14:32');
  });
});

describe('folders', () => {
  test('the home folder is a tilde, and only the home folder', () => {
    expect(tilde('/home/mira/work', '/home/mira')).toBe('~/work');
    expect(tilde('/home/mira', '/home/mira')).toBe('~');
    expect(tilde('/home/miranda', '/home/mira')).toBe('/home/miranda');
    expect(tilde('/srv', null)).toBe('/srv');
  });

  test('the middle of a long path goes', () => {
    expect(shortFolder('/home/mira/work/a-rather-long-name/of-many-parts/checkout', '/home/mira', 30)).toBe(
      '~/work/…/checkout',
    );
  });

  test('what is typed becomes an absolute path or nothing', () => {
    expect(absolute(' ~/work/ ', '/home/mira')).toBe('/home/mira/work');
    expect(absolute('~', '/home/mira')).toBe('/home/mira');
    expect(absolute('/', null)).toBe('/');
    expect(absolute('work', '/home/mira')).toBeNull();
    expect(absolute('~/x', null)).toBeNull();
    expect(folderName('/home/mira/work/')).toBe('work');
  });

  test('tilde and absolute undo each other', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1 }), (parts) => {
        const path = `/${parts.join('/')}`;
        expect(absolute(tilde(path, '/home/mira'), '/home/mira')).toBe(path);
      }),
    );
  });
});

describe('completing a folder', () => {
  const listing = { parent: '/home/mira', folders: ['work', 'Worktrees', '.wine', 'notes'] };

  test('offers what goes on with the typed part', () => {
    expect(completions(listing, '/home/mira', '/home/mira/wo')).toEqual([
      '/home/mira/work',
      '/home/mira/Worktrees',
    ]);
    expect(completions(listing, '/home/mira', '/home/mira/.')).toEqual(['/home/mira/.wine']);
  });

  test('offers all but hidden ones behind a slash, and nothing from another folder', () => {
    expect(completions(listing, '/home/mira', '')).toHaveLength(3);
    expect(completions(listing, '/home', '/home/w')).toEqual([]);
    expect(completions(null, '/home', '')).toEqual([]);
  });
});

describe('an environment as text', () => {
  test('one NAME=value on a line; the value is kept as it stands', () => {
    expect(readEnvironmentText('A=1\n\n B_2 = x=y \n')).toEqual({ set: { A: '1', B_2: ' x=y ' } });
    expect(readEnvironmentText('')).toEqual({ set: {} });
  });

  test.each(['A=1\nnonsense', 'A=1\n=x', 'A=1\n1A=x', 'A=1\nA B=x'])('%j: line 2 is wrong', (text) => {
    expect(readEnvironmentText(text)).toEqual({ wrongLine: 2 });
  });
});
