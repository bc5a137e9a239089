import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  readEnvironmentFile,
  setEnvironmentValue,
  unsetEnvironmentValue,
} from '../../../src-main/secrets/environment-file.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let file: string;

beforeEach(() => {
  folder = temporaryFolder('env');
  file = path.join(folder.path, '.env');
});
afterEach(() => folder.dispose());

test('a value is set, replaced and removed in a file that is private and stands alone', () => {
  setEnvironmentValue(file, 'A', 'one');
  setEnvironmentValue(file, 'B', 'two words\nand "more"');
  setEnvironmentValue(file, 'A', 'three');
  expect(readEnvironmentFile(file)).toEqual({ A: 'three', B: 'two words\nand "more"' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  unsetEnvironmentValue(file, 'A');
  expect(readFileSync(file, 'utf8')).toBe('B="two words\\nand \\"more\\""\n');
  expect(readdirSync(folder.path)).toEqual(['.env']);
});

test('a missing file has no variables and is not made by reading', () => {
  expect(readEnvironmentFile(file)).toEqual({});
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a file that others could read is repaired at reading', () => {
  writeFileSync(file, 'A=1\n');
  chmodSync(file, 0o644);
  expect(readEnvironmentFile(file)).toEqual({ A: '1' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a symbolic link and a folder in its place are refused', () => {
  const other = path.join(folder.path, 'other');
  writeFileSync(other, 'A=1\n');
  symlinkSync(other, file);
  expect(() => readEnvironmentFile(file)).toThrow(expect.objectContaining({ code: 'not_private' }));
  expect(() => setEnvironmentValue(file, 'A', '2')).toThrow(expect.objectContaining({ code: 'not_private' }));
  expect(readFileSync(other, 'utf8')).toBe('A=1\n');
  const directory = path.join(folder.path, 'dir');
  mkdirSync(directory);
  expect(() => readEnvironmentFile(directory)).toThrow(expect.objectContaining({ code: 'not_private' }));
});

test('no bad name and no NUL is written, and no value stands in the refusal', () => {
  for (const name of ['', '1A', 'A B', 'A=B', 'A\n']) {
    expect(() => setEnvironmentValue(file, name, 'secret-value')).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.not.stringContaining('secret-value') as string,
      }),
    );
  }
  expect(() => setEnvironmentValue(file, 'A', 'secret\0value')).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      message: expect.not.stringContaining('secret') as string,
    }),
  );
  expect(readdirSync(folder.path)).toEqual([]);
});
