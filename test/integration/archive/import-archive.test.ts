import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Imported, importArchive } from '../../../src-main/archive/import-archive.ts';
import { type ArchiveLimits, archiveLimits } from '../../../src-main/archive/limits.ts';
import { BackboneError } from '../../../src-main/base/errors.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';
import { type ZipEntry, zipOf } from '../../support/zip-writer.ts';

let place: TemporaryFolder;
let file: string;
let folder: string;
beforeEach(() => {
  place = temporaryFolder('import');
  file = path.join(place.path, 'agent.zip');
  folder = path.join(place.path, 'inside', 'agent');
  mkdirSync(path.dirname(folder));
});
afterEach(() => place.dispose());

function unpack(
  bytes: Buffer,
  more: { overwrite?: boolean; limits?: ArchiveLimits } = {},
): Promise<Imported> {
  writeFileSync(file, bytes);
  return importArchive({ file, folder, overwrite: false, ...more });
}

async function refusal(bytes: Buffer, limits: ArchiveLimits = archiveLimits): Promise<BackboneError> {
  const error = await unpack(bytes, { limits }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BackboneError)) throw new Error(`It was not refused: ${String(error)}`);
  return error;
}

/** Everything below a folder, with what files hold. */
function treeOf(root: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true }).map((found) => {
      const at = path.join(found.parentPath, found.name);
      return [path.relative(root, at), found.isFile() ? readFileSync(at, 'latin1') : 'no file'];
    }),
  );
}

const first: ZipEntry = { name: 'first.txt', data: 'first' };
const good: ZipEntry = { name: 'good.txt', data: 'good' };

describe('an honest archive', () => {
  it('is unpacked whole, private, with its programs', async () => {
    const done = await unpack(
      zipOf([
        { name: 'agent.lock', data: 'sealed', mode: 0o100644 },
        { name: 'run.sh', data: '#!/bin/sh\n', mode: 0o104755 },
        { name: 'empty/' },
        { name: 'src/über.py', data: 'print()', method: 0 },
        { name: 'nothing', data: '' },
      ]),
    );
    expect(done).toEqual({ folder, files: ['agent.lock', 'run.sh', 'src/über.py', 'nothing'], bytes: 23 });
    expect(treeOf(folder)).toEqual({
      'agent.lock': 'sealed',
      'run.sh': '#!/bin/sh\n',
      empty: 'no file',
      src: 'no file',
      [path.join('src', 'über.py')]: 'print()',
      nothing: '',
    });
    const modeOf = (name: string): number => statSync(path.join(folder, name)).mode & 0o7777;
    expect(['.', 'agent.lock', 'run.sh', 'empty', 'src'].map(modeOf)).toEqual([
      0o700, 0o600, 0o700, 0o700, 0o700,
    ]);
    expect(readdirSync(path.dirname(folder))).toEqual(['agent']);
  });

  it('joins what is in a folder and overwrites nothing unasked', async () => {
    mkdirSync(path.join(folder, 'src'), { recursive: true });
    writeFileSync(path.join(folder, 'mine.txt'), 'mine');
    await unpack(zipOf([{ name: 'src/a', data: 'a' }]));
    expect(treeOf(folder)).toEqual({ 'mine.txt': 'mine', src: 'no file', [path.join('src', 'a')]: 'a' });
    const before = treeOf(folder);
    const next = zipOf([
      { name: 'new', data: 'new' },
      { name: 'src/a', data: 'other' },
    ]);
    expect((await refusal(next)).code).toBe('file_exists');
    expect(treeOf(folder)).toEqual(before);
    await unpack(next, { overwrite: true });
    expect(treeOf(folder)).toEqual({ ...before, new: 'new', [path.join('src', 'a')]: 'other' });
  });

  it('stays in a folder in which somebody stands', async () => {
    mkdirSync(folder);
    const { ino } = statSync(folder);
    await unpack(zipOf([good]));
    expect(statSync(folder).ino).toBe(ino);
  });
});

describe('an attack', () => {
  const attacks: Readonly<Record<string, readonly ZipEntry[]>> = {
    'by ".."': [{ name: '../out', data: 'x' }],
    'by ".." further in': [{ name: 'a/../../out', data: 'x' }],
    'by an absolute path': [{ name: '/tmp/backbone-out', data: 'x' }],
    'by a drive letter': [{ name: 'C:/out', data: 'x' }],
    'by backslashes': [{ name: '..\\out', data: 'x' }],
    'by a NUL': [{ name: 'a\0.txt', data: 'x' }],
    'by a control character': [{ name: 'a\u001b]0;x\u0007', data: 'x' }],
    'by a name that is no UTF-8': [{ name: Buffer.from([0x61, 0xff]), data: 'x' }],
    'by a symbolic link': [
      { name: 'link', data: '/etc', mode: 0o120777 },
      { name: 'link/passwd', data: 'x' },
    ],
    'by a device': [{ name: 'null', mode: 0o020666 }],
    'by a block device': [{ name: 'disk', mode: 0o060666 }],
    'by a named pipe': [{ name: 'pipe', mode: 0o010666 }],
    'by a socket': [{ name: 'socket', mode: 0o140666 }],
    'by an unknown kind': [{ name: 'thing', mode: 0o150666 }],
    'by the same name twice': [good, good],
    'by a name that differs by case': [good, { name: 'GOOD.TXT', data: 'x' }],
    'by a name that is composed otherwise': [
      { name: 'caf\u00e9', data: 'x' },
      { name: 'cafe\u0301', data: 'x' },
    ],
    'by a file in the place of a folder': [
      { name: 'a/b', data: 'x' },
      { name: 'a', data: 'x' },
    ],
    'by a folder that says it is a file': [{ name: 'a/', mode: 0o100644 }],
    'by a file that says it is a folder': [{ name: 'a', mode: 0o040755 }],
    'by a folder with bytes': [{ name: 'a/', data: 'x' }],
    'by another name in front of the bytes': [{ name: 'good', localName: '../x', data: 'x' }],
    'by a second name in a field of its own': [
      {
        name: 'good',
        data: 'x',
        extra: Buffer.concat([Buffer.from([0x75, 0x70, 9, 0, 1, 0, 0, 0, 0]), Buffer.from('../x')]),
      },
    ],
    'by bytes that two files share': [
      { name: 'outer', data: zipOf([{ name: 'inner', data: 'x' }]), method: 0 },
      { name: 'inner', data: 'x', at: zipOf([first]).indexOf('PK\u0001\u0002') + 30 + 'outer'.length },
    ],
    'by a git repository': [{ name: '.git/hooks/post-checkout', data: '#!/bin/sh', mode: 0o100755 }],
    'by encryption': [{ ...good, flags: 0x801 }],
    'by another way of packing': [{ ...good, method: 12 }],
    'by a smaller declared size': [{ ...good, data: 'x'.repeat(100_000), declaredSize: 10 }],
    'by a larger declared size': [{ ...good, declaredSize: 10 }],
    'by a wrong sum': [{ ...good, declaredSum: 1 }],
    'by a bomb': [{ name: 'bomb', data: Buffer.alloc(20 * 2 ** 20) }],
  };

  it.each(Object.entries(attacks))('%s is refused, and nothing is written', async (_, entries) => {
    const error = await refusal(zipOf([first, ...entries]));
    expect(error.code).toBe('unsafe_archive');
    expect(error.message).not.toMatch(/[\p{Cc}]/u);
    expect(readdirSync(place.path).toSorted()).toEqual(['agent.zip', 'inside']);
    expect(readdirSync(path.dirname(folder))).toEqual([]);
    expect(existsSync('/tmp/backbone-out')).toBe(false);
  });

  it('by size or number is refused by its own error', async () => {
    const small = { ...archiveLimits, file: 2 ** 20, total: 2 ** 21, entries: 4, archive: 2 ** 22 };
    const mega = Buffer.alloc(2 ** 20, 'abcdefg');
    const tooMany = Array.from({ length: 5 }, (_, index) => ({ name: `f${index}`, data: 'x' }));
    const tooMuch = tooMany.slice(0, 3).map((entry) => ({ ...entry, data: mega }));
    const cases = [tooMany, tooMuch, [{ name: 'big', data: Buffer.alloc(2 ** 20 + 1) }]];
    for (const entries of cases) expect((await refusal(zipOf(entries), small)).code).toBe('too_large');
    const stored = zipOf([{ name: 'big', data: Buffer.alloc(2 ** 22), method: 0 }]);
    expect((await refusal(stored, small)).code).toBe('too_large');
    expect(readdirSync(path.dirname(folder))).toEqual([]);
  });

  it('through a link that stands in the folder does not get out', async () => {
    const outside = path.join(place.path, 'outside');
    mkdirSync(outside);
    mkdirSync(folder);
    symlinkSync(outside, path.join(folder, 'sub'));
    symlinkSync(path.join(outside, 'f'), path.join(folder, 'f'));
    for (const name of ['sub/x', 'f'])
      for (const overwrite of [false, true]) {
        await expect(unpack(zipOf([good, { name, data: 'x' }]), { overwrite })).rejects.toMatchObject({
          code: 'file_exists',
        });
        expect(readdirSync(outside)).toEqual([]);
        expect(readdirSync(folder).toSorted()).toEqual(['f', 'sub']);
      }
  });

  it('is not led elsewhere when the folder itself is a link', async () => {
    const outside = path.join(place.path, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, folder);
    expect((await refusal(zipOf([good]))).code).toBe('invalid_input');
    expect(lstatSync(folder).isSymbolicLink()).toBe(true);
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe('a damaged archive', () => {
  const whole = zipOf([good, { name: 'b/c', data: 'more of it, more of it, more of it' }]);

  it('is refused at every length, and nothing is written', async () => {
    for (let length = 0; length < whole.length; length += 1) {
      expect((await refusal(whole.subarray(0, length))).code).toBe('invalid_input');
      expect(readdirSync(path.dirname(folder))).toEqual([]);
    }
  });

  it('is refused or unpacked inside, whatever its bytes are', async () => {
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        const result = await unpack(bytes, { overwrite: true }).catch((error: unknown) => error);
        if (result instanceof Error) expect(result).toBeInstanceOf(BackboneError);
        expect(readdirSync(place.path).toSorted()).toEqual(['agent.zip', 'inside']);
        expect(readdirSync(path.dirname(folder)).filter((name) => name !== 'agent')).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('is told from what is no archive at all', async () => {
    await expect(importArchive({ file: place.path, folder, overwrite: false })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(importArchive({ file: `${file}x`, folder, overwrite: false })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect((await refusal(zipOf([]))).code).toBe('invalid_input');
  });
});
