import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveProgram } from '../../../src-main/run/program.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let bin: string;

function file(name: string, text: string, mode = 0o644): string {
  const place = path.join(folder.path, name);
  writeFileSync(place, text);
  chmodSync(place, mode);
  return place;
}

beforeAll(() => {
  folder = temporaryFolder('program');
  bin = path.join(folder.path, 'bin');
  mkdirSync(bin);
  mkdirSync(path.join(folder.path, 'folder.py'));
  for (const name of ['python3', 'sh', 'ruby', 'tool']) file(`bin/${name}`, '#!/bin/sh\n', 0o755);
  file('bin/node', '#!/bin/sh\necho "v20.1.0 no"\n', 0o755);
  file('bin/plain', 'not executable');
  file('script', '#!/bin/sh -e -x \necho\n');
  file('odd.py', '#!/usr/bin/env python3\n');
  file('gone', '#!/nowhere/interpreter\n', 0o755);
  file('plain.txt', 'text');
  file('-x.sh', 'echo');
  for (const name of ['a.py', 'a.js', 'a.mjs', 'a.ts', 'a.sh', 'a.rb']) file(name, 'text');
  file('run.py', '#!/bin/sh\n', 0o755);
});
afterAll(() => folder.dispose());

const resolve = (...argv: string[]) =>
  resolveProgram(argv, { folder: folder.path, environment: { PATH: `${folder.path}/none:${bin}` } });

const refused = (code: string, says: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(says) as unknown }) as unknown;

describe('a program', () => {
  it('is found on PATH, past files that cannot be executed, and keeps its words', async () => {
    expect(await resolve('tool', 'a b', '$HOME', '--json')).toEqual({
      file: path.join(bin, 'tool'),
      argv0: 'tool',
      args: ['a b', '$HOME', '--json'],
    });
    await expect(resolve('plain')).rejects.toEqual(refused('program_missing', /no program "plain"/));
  });

  it('runs as it is when it is executable, whatever its extension', async () => {
    expect(await resolve('./run.py', 'x')).toEqual({
      file: path.join(folder.path, 'run.py'),
      argv0: './run.py',
      args: ['x'],
    });
  });

  it.each([
    ['a.py', 'python3'],
    ['a.js', 'node'],
    ['a.mjs', 'node'],
    ['a.sh', 'sh'],
    ['a.rb', 'ruby'],
  ])('%s is run by %s', async (name, interpreter) => {
    const expected = { file: path.join(bin, interpreter), argv0: interpreter, args: [`./${name}`, '1'] };
    expect(await resolve(`./${name}`, '1')).toEqual(expected);
    expect(await resolve(name, '1')).toEqual(expected);
  });

  it('is run by what its first line says, before its extension is looked at', async () => {
    expect(await resolve('./script', 'x')).toEqual({
      file: '/bin/sh',
      argv0: '/bin/sh',
      args: ['-e -x', './script', 'x'],
    });
    expect(await resolve('odd.py')).toEqual({
      file: '/usr/bin/env',
      argv0: '/usr/bin/env',
      args: ['python3', './odd.py'],
    });
  });

  it('is no option of its interpreter', async () => {
    expect((await resolve('-x.sh')).args).toEqual(['./-x.sh']);
  });

  it('in TypeScript needs a node that takes types out', async () => {
    await expect(resolve('a.ts')).rejects.toEqual(
      refused('program_not_executable', /Node\.js 20\.1\.0 cannot run TypeScript\. Install Node\.js 22\.18/),
    );
    file('bin/node', '#!/bin/sh\necho "v24.0.0 yes"\n', 0o755);
    expect((await resolve('a.ts')).file).toBe(path.join(bin, 'node'));
  });

  it.each([
    ['', 'program_missing', /empty/],
    ['nothing', 'program_missing', /no program "nothing" on the PATH/],
    ['plain.txt', 'program_missing', /run \.\/plain\.txt/],
    ['./nothing', 'program_missing', /no file \.\/nothing/],
    ['./plain.txt/x', 'program_missing', /no file/],
    ['./plain.txt', 'program_not_executable', /chmod \+x/],
    ['./folder.py', 'program_not_executable', /not a file/],
    ['./gone', 'program_not_executable', /wants to be run by \/nowhere\/interpreter/],
  ])('"%s" is refused as %s', async (word, code, says) => {
    await expect(resolve(word)).rejects.toEqual(refused(code, says));
  });

  it('names the interpreter that is not installed', async () => {
    const nowhere = { folder: folder.path, environment: { PATH: '/nowhere' } };
    await expect(resolveProgram(['a.rb'], nowhere)).rejects.toEqual(
      refused('program_missing', /a\.rb is run by ruby, which is not installed/),
    );
  });
});
