import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileInside, writeInside } from '../../../src-main/practice/folder.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let outside: TemporaryFolder;
let folder: string;
beforeEach(() => {
  outside = temporaryFolder('practice');
  folder = path.join(outside.path, 'work');
  mkdirSync(path.join(folder, 'inner'), { recursive: true });
});
afterEach(() => outside.dispose());

describe('a file of the practice agent', () => {
  it('is below its folder', () => {
    expect(fileInside(folder, 'a.txt')).toEqual({ file: path.join(folder, 'a.txt'), change: 'created' });
    writeFileSync(path.join(folder, 'inner/b'), '');
    expect(fileInside(folder, 'inner/../inner/b')).toEqual({
      file: path.join(folder, 'inner/b'),
      change: 'changed',
    });
  });

  it.each(['.', '..', '../a', '../work-not/a', '/etc/passwd', 'inner/../../a', 'nowhere/a'])(
    'is not %s',
    (name) => {
      expect(fileInside(folder, name)).toBeNull();
    },
  );

  it('is never reached through a link', () => {
    symlinkSync(outside.path, path.join(folder, 'way'));
    expect(fileInside(folder, 'way/a')).toBeNull();
    const secret = path.join(outside.path, 'secret');
    writeFileSync(secret, 'old');
    symlinkSync(secret, path.join(folder, 'link'));
    expect(() => writeInside(path.join(folder, 'link'), 'new')).toThrow();
    expect(readFileSync(secret, 'utf8')).toBe('old');
  });
});
