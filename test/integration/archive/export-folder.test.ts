import { chmodSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Exported, exportFolder } from '../../../src-main/archive/export-folder.ts';
import { importArchive } from '../../../src-main/archive/import-archive.ts';
import { type ArchiveLimits, archiveLimits } from '../../../src-main/archive/limits.ts';
import { runCommand } from '../../../src-main/base/run-command.ts';
import { requirePackage } from '../../support/require-package.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let place: TemporaryFolder;
let folder: string;
beforeEach(() => {
  place = temporaryFolder('export');
  folder = path.join(place.path, 'agent');
  mkdirSync(folder);
});
afterEach(() => place.dispose());

function put(name: string, content: string | Buffer = name): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

async function exported(limits: ArchiveLimits = archiveLimits): Promise<Exported & { zip: Buffer }> {
  const parts: Uint8Array[] = [];
  const done = await exportFolder({
    folder,
    exceptFiles: [path.join(folder, 'agent.zip')],
    write: (bytes) => parts.push(bytes),
    limits,
  });
  return { ...done, zip: Buffer.concat(parts) };
}

it('takes what travels and names what stays', async () => {
  const key = ['AGE-SECRET-KEY-', '1', 'Q'.repeat(58)].join('');
  const pem = ['-----BEGIN OPENSSH ', 'PRIVATE KEY-----\nabc'].join('');
  const binary = Buffer.from([0, 255, 10, 13]);
  put('agent.lock', 'sealed');
  put('src/main.py');
  put('binary', binary);
  chmodSync(put('run.sh'), 0o755);
  for (const name of ['.git/config', 'node_modules/x/y', '.env', '.env.local', 'tls.pem', 'sub/id_ed25519'])
    put(name);
  put('notes.txt', `my key: ${key}`);
  put('deploy', pem);
  put('big', Buffer.alloc(3000));
  put('agent.zip');
  put('readme');
  put('README');
  put('a\\b');
  symlinkSync('/etc/passwd', path.join(folder, 'link'));
  symlinkSync('/etc', path.join(folder, 'src/etc'));
  const { files, leftOut, zip } = await exported({ ...archiveLimits, file: 2000 });
  expect(files).toEqual(['README', 'agent.lock', 'binary', 'run.sh', 'src/main.py']);
  expect(leftOut.map(({ name }) => name).toSorted()).toEqual(
    [
      ...['.git', 'node_modules', '.env', '.env.local', 'tls.pem', 'sub/id_ed25519', 'notes.txt', 'deploy'],
      ...['big', 'readme', 'a\\b', 'link', 'src/etc'],
    ].toSorted(),
  );
  expect(leftOut.every(({ why }) => why !== '')).toBe(true);

  const file = path.join(place.path, 'out.zip');
  writeFileSync(file, zip);
  const back = path.join(place.path, 'back');
  expect((await importArchive({ file, folder: back, overwrite: false })).files).toEqual(files);
  expect(readFileSync(path.join(back, 'binary'))).toEqual(binary);
  const listed = await runCommand(requirePackage('python3'), ['-m', 'zipfile', '-t', file]);
  expect([listed.status, listed.output]).toEqual([0, 'Done testing\n']);
});

it('makes the same bytes of the same folder', async () => {
  const file = put('b');
  put('a/x');
  const { zip } = await exported();
  utimesSync(file, 1, 1);
  expect((await exported()).zip.equals(zip)).toBe(true);
});

it('refuses what could not be imported again, and what holds nothing', async () => {
  await expect(exported()).rejects.toMatchObject({ code: 'invalid_input' });
  for (const name of ['a', 'b', 'c']) put(name, Buffer.alloc(1000));
  await expect(exported({ ...archiveLimits, entries: 2 })).rejects.toMatchObject({ code: 'too_large' });
  await expect(exported({ ...archiveLimits, total: 2500 })).rejects.toMatchObject({ code: 'too_large' });
  await expect(exported({ ...archiveLimits, archive: 100 })).rejects.toMatchObject({ code: 'too_large' });
});
