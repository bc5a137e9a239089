import { chmodSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram } from '../../../src-main/runtimes/find-program.ts';
import { InstalledRuntimes } from '../../../src-main/runtimes/installed.ts';
import { runtimes } from '../../../src-main/runtimes/runtimes.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder('installed');
});
afterEach(() => folder.dispose());

function program(name: string, script: string, mode = 0o755): string {
  const file = path.join(folder.path, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, mode);
  return file;
}

const environment = () => ({ PATH: `${folder.path}:/usr/bin:/bin` });

describe('a program', () => {
  it('is found on PATH, with the version it tells, asked once', async () => {
    const file = program('claude', `echo x >> ${folder.path}/asked; echo "2.1.197 (Claude Code)"`);
    const installed = new InstalledRuntimes(Object.values(runtimes), environment());
    expect(await installed.find(runtimes.claude)).toEqual({ program: file, version: '2.1.197' });
    await Promise.all([installed.find(runtimes.claude), installed.list()]);
    expect(readFileSync(path.join(folder.path, 'asked'), 'utf8')).toBe('x\n');
  });

  it('is asked again when its file changes', async () => {
    const file = program('claude', 'echo 1.0.0');
    const installed = new InstalledRuntimes(Object.values(runtimes), environment());
    await installed.find(runtimes.claude);
    program('claude', 'echo 1.0.1');
    utimesSync(file, 1, 1);
    expect((await installed.find(runtimes.claude))?.version).toBe('1.0.1');
  });

  it.each(['exit 3', 'echo none', 'echo 1.2.3 >&2'])('that tells no version has none: %s', async (script) => {
    program('claude', script);
    const installed = new InstalledRuntimes(Object.values(runtimes), environment());
    expect((await installed.find(runtimes.claude))?.version).toBeNull();
  });

  it('that never answers is waited for no longer than five seconds, even when it leaves something behind', async () => {
    program('claude', 'sleep 7 & sleep 7');
    const started = performance.now();
    const installed = new InstalledRuntimes(Object.values(runtimes), environment());
    expect((await installed.find(runtimes.claude))?.version).toBeNull();
    expect(performance.now() - started).toBeLessThan(6_500);
  });

  it('must be an executable file in an absolute folder of PATH', () => {
    program('claude', '', 0o644);
    expect(findProgram(runtimes.claude, { PATH: folder.path }, '/node')).toBeNull();
    mkdirSync(path.join(folder.path, 'bin', 'claude'), { recursive: true });
    expect(findProgram(runtimes.claude, { PATH: path.join(folder.path, 'bin') }, '/node')).toBeNull();
    expect(findProgram(runtimes.claude, { PATH: '.::relative' }, '/node')).toBeNull();
    expect(findProgram(runtimes.claude, {}, '/node')).toBeNull();
  });
});

describe('a shell', () => {
  it('is the one that the person uses, else sh', () => {
    const own = program('fish', '');
    expect(findProgram(runtimes.shell, { ...environment(), SHELL: own }, '/node')).toBe(own);
    for (const SHELL of ['', 'fish', '/nowhere/fish']) {
      expect(findProgram(runtimes.shell, { PATH: '/bin', SHELL }, '/node')).toBe('/bin/sh');
    }
  });

  it('may be a link', () => {
    const link = path.join(folder.path, 'mine');
    symlinkSync('/bin/sh', link);
    expect(findProgram(runtimes.shell, { PATH: '', SHELL: link }, '/node')).toBe(link);
  });
});

describe('the list', () => {
  it('names what is missing and how to get it; the practice agent is always there', async () => {
    const list = await new InstalledRuntimes(Object.values(runtimes), { PATH: folder.path }).list();
    expect(list.find(({ id }) => id === 'claude')).toMatchObject({
      installed: false,
      version: null,
      program: 'claude',
    });
    expect(list.find(({ id }) => id === 'claude')?.install).toContain('npm install');
    expect(list.find(({ id }) => id === 'practice')).toMatchObject({
      installed: true,
      program: null,
      install: null,
    });
  });
});
