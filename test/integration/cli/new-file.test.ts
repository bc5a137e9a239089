import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNewFile } from '../../../src-main/cli/new-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
beforeEach(() => {
  folder = temporaryFolder('new-file');
  file = path.join(folder.path, 'out');
});
afterEach(() => folder.dispose());

function write(overwrite: boolean): void {
  const target = createNewFile(file, overwrite);
  try {
    target.write('one\n');
    target.write('two\n');
    target.keep();
  } finally {
    target.dispose();
  }
}

test('a file is private and whole under its name, and nothing else is left', () => {
  write(false);
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path)).toEqual(['out']);
});

test('what was not kept is not there', () => {
  const target = createNewFile(file, false);
  target.write('half');
  target.dispose();
  expect(readdirSync(folder.path)).toEqual([]);
});

test('an existing file is replaced only when that was asked for', () => {
  writeFileSync(file, 'before', { mode: 0o644 });
  expect(() => write(false)).toThrow(expect.objectContaining({ code: 'file_exists' }));
  expect(readFileSync(file, 'utf8')).toBe('before');
  write(true);
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a name that was taken meanwhile stays the other’s', () => {
  const target = createNewFile(file, false);
  writeFileSync(file, 'theirs');
  expect(() => target.keep()).toThrow(expect.objectContaining({ code: 'file_exists' }));
  target.dispose();
  expect(readFileSync(file, 'utf8')).toBe('theirs');
  expect(readdirSync(folder.path)).toEqual(['out']);
});

test('a link is replaced, not followed', () => {
  const other = path.join(folder.path, 'other');
  writeFileSync(other, 'theirs');
  symlinkSync(other, file);
  write(true);
  expect(readFileSync(other, 'utf8')).toBe('theirs');
});

test('a place that cannot be written is named', () => {
  mkdirSync(file);
  expect(() => createNewFile(path.join(file, 'none', 'out'), false)).toThrow(/cannot be written \(ENOENT\)/);
  expect(() => write(true)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
});
