import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../../../src-main/base/run-command.ts';
import { launchFileContent } from '../../../src-main/secrets/launch-file.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const loader = path.join(import.meta.dirname, '../../../hooks/launch');
const shells: readonly (readonly [name: string, ...command: string[]])[] = [
  ['dash', 'dash'],
  ['bash as sh', 'bash', '--posix'],
  ['bash', 'bash'],
];
/** What each shell adds to any program's environment by itself. */
const ofTheShell = new Set(['PWD', 'OLDPWD', 'SHLVL', '_']);
const inherited = { PATH: '/usr/bin:/bin' };
const noDigest = '0'.repeat(64);

let folder: TemporaryFolder;
let file: string;
beforeEach(() => {
  folder = temporaryFolder('launch');
  file = path.join(folder.path, 'launch.env');
});
afterEach(() => folder.dispose());

function write(content: string | Uint8Array, mode = 0o600): void {
  writeFileSync(file, content);
  chmodSync(file, mode);
}

/** Prints its environment as it is, NUL after each entry. */
const printer = ['/usr/bin/env', '-0'];

function load(
  shell: readonly string[],
  digest: string,
  program: readonly string[] = printer,
  environment: NodeJS.ProcessEnv = inherited,
): Promise<CommandResult> {
  const [first = '', ...rest] = shell;
  const args = [...rest, loader, file, digest, '--', ...program];
  return runCommand(first, args, {
    environment: { ...environment, PATH: inherited.PATH },
    limit: 10_000_000,
  });
}

function environmentIn(output: string): Record<string, string> {
  const entries = output.split('\0').filter((entry) => entry !== '');
  return Object.fromEntries(
    entries
      .map((entry): [string, string] => [
        entry.slice(0, entry.indexOf('=')),
        entry.slice(entry.indexOf('=') + 1),
      ])
      .filter(([name]) => !ofTheShell.has(name)),
  );
}

function expectRefused(result: CommandResult, why: RegExp): void {
  expect(result).toMatchObject({ status: 78, output: '' });
  expect(result.errors).toMatch(why);
  expect(result.errors.trimEnd().split('\n')).toHaveLength(1);
}

describe.each(shells)('the loader in %s', (_, ...shell) => {
  it('gives every character to the program, and removes the file', async () => {
    const all = Array.from({ length: 255 }, (_value, index) => String.fromCodePoint(index + 1)).join('');
    const env = {
      ALL: all,
      QUOTES: `'"\`$(id)\\'' $HOME !!`,
      LINES: '\n\na\n\n',
      WIDE: '日本語 👩‍👩‍👧 ü',
      EMPTY: '',
      EQUALS: 'a=b=c',
      CR: '\r\n',
    };
    const { content, digest } = launchFileContent(env);
    write(content);
    const result = await load(shell, digest);
    expect(result).toMatchObject({ status: 0, errors: '' });
    expect(environmentIn(result.output)).toEqual({ ...inherited, ...env });
    expect(existsSync(file)).toBe(false);
  });

  it('gives any values to the program', { timeout: 60_000 }, async () => {
    const name = fc.stringMatching(/^T_[A-Za-z0-9_]{0,20}$/);
    const text = fc.string({ unit: 'binary', maxLength: 300 }).filter((value) => value.isWellFormed());
    const env = fc.dictionary(
      name,
      text.map((value) => value.replaceAll('\0', '')),
    );
    await fc.assert(
      fc.asyncProperty(env, async (given) => {
        const { content, digest } = launchFileContent(given);
        write(content);
        expect(environmentIn((await load(shell, digest)).output)).toEqual({ ...inherited, ...given });
      }),
      { numRuns: 25 },
    );
  });

  it('takes values as large as a program can be given', async () => {
    const env = { HUGE: 'x'.repeat(131_066), MORE: "'".repeat(60_000) };
    const { content, digest } = launchFileContent(env);
    write(content);
    expect(environmentIn((await load(shell, digest)).output)).toEqual({ ...inherited, ...env });
  });

  it('leaves no variable of its own, whatever the names mean in a shell', async () => {
    const env = {
      PATH: '/nowhere',
      IFS: 'x',
      LC_ALL: 'C',
      content: 'a',
      file: 'b',
      digest: 'c',
      OPTIND: '1',
      ENV: '/x',
    };
    const { content, digest } = launchFileContent(env);
    write(content);
    const before = { content: 'inherited', name: 'kept', line: 'kept' };
    const result = await load(shell, digest, printer, before);
    expect(environmentIn(result.output)).toEqual({ ...before, ...env });
    expect(result.errors).toBe('');
  });

  it('becomes the program in the same process, with its arguments as they are', async () => {
    const { content, digest } = launchFileContent({});
    write(content);
    const words = ['a b', '', '$HOME', "it's", '*', '-n', '--'];
    const [first = '', ...rest] = shell;
    const script = `exec ${[first, ...rest].join(' ')} "$@"`;
    const args = [
      '-c',
      `echo $$; ${script}`,
      'x',
      loader,
      file,
      digest,
      '--',
      '/bin/sh',
      '-c',
      'echo $$; printf "%s|" "$@"',
    ];
    const result = await runCommand('/bin/sh', [...args, 'x', ...words], { environment: inherited });
    const [shellPid, programPid, given] = result.output.split('\n');
    expect(programPid).toBe(shellPid);
    expect(given).toBe(`${words.join('|')}|`);
  });

  it('passes on how the program ends and what it reads', async () => {
    const { content, digest } = launchFileContent({});
    write(content);
    const [first = '', ...rest] = shell;
    const args = [...rest, loader, file, digest, '--', '/bin/sh', '-c', 'cat; exit 23'];
    const result = await runCommand(first, args, { environment: inherited, input: 'typed' });
    expect(result).toMatchObject({ status: 23, output: 'typed' });
  });

  it('keeps values out of every argument list', async () => {
    const { content, digest } = launchFileContent({ TOKEN: 'tell-nobody' });
    write(content);
    const traced = path.join(folder.path, 'traced');
    mkdirSync(path.join(folder.path, 'bin'));
    for (const tool of ['cat', 'rm', 'ls', 'id', 'sha256sum']) {
      const fake = path.join(folder.path, 'bin', tool);
      writeFileSync(fake, `#!/bin/sh\nprintf '%s\\n' "$0 $*" >> ${traced}\nexec /usr/bin/${tool} "$@"\n`, {
        mode: 0o755,
      });
    }
    const [first = '', ...rest] = shell;
    const environment = { PATH: `${folder.path}/bin:/usr/bin:/bin` };
    const result = await runCommand(first, [...rest, loader, file, digest, '--', ...printer], {
      environment,
    });
    expect(environmentIn(result.output)['TOKEN']).toBe('tell-nobody');
    expect(readFileSync(traced, 'utf8')).toContain('sha256sum');
    expect(readFileSync(traced, 'utf8')).not.toContain('tell-nobody');
  });

  it('refuses a file that was changed, and removes it', async () => {
    const { content, digest } = launchFileContent({ A: 'x' });
    for (const changed of [`${content} `, content.replace('x', 'y'), '', `${content}\nexport B='c'`]) {
      write(changed);
      expectRefused(await load(shell, digest), /not the one that was written/);
      expect(existsSync(file)).toBe(false);
    }
  });

  it('refuses to read twice', async () => {
    const { content, digest } = launchFileContent({ A: 'x' });
    write(content);
    expect((await load(shell, digest)).status).toBe(0);
    expectRefused(await load(shell, digest), /missing or not a file/);
  });

  it('refuses links and what is no file, and leaves them', async () => {
    const { content, digest } = launchFileContent({ A: 'x' });
    write(content);
    const real = path.join(folder.path, 'real');
    renameSync(file, real);
    symlinkSync(real, file);
    expectRefused(await load(shell, digest), /symbolic link/);
    expect(readFileSync(real, 'utf8')).toBe(content);
  });

  it('refuses a file with a second name, a folder and a pipe', async () => {
    const { content, digest } = launchFileContent({ A: 'x' });
    write(content);
    linkSync(file, `${file}.second`);
    expectRefused(await load(shell, digest), /second name/);
    renameSync(file, `${file}.third`);
    mkdirSync(file, { mode: 0o700 });
    expectRefused(await load(shell, digest), /missing or not a file/);
    renameSync(file, `${file}.fourth`);
    await runCommand('mkfifo', ['-m', '600', file]);
    expectRefused(await load(shell, digest), /missing or not a file/);
  });

  it.each([0o644, 0o640, 0o700, 0o400])('refuses a file of mode %o', async (mode) => {
    const { content, digest } = launchFileContent({ A: 'x' });
    write(content, mode);
    expectRefused(await load(shell, digest), /not private/);
  });

  it('refuses a folder that others can enter, or a link to one', async () => {
    const { content, digest } = launchFileContent({ A: 'x' });
    const inner = path.join(folder.path, 'with space');
    mkdirSync(inner, { mode: 0o700 });
    file = path.join(inner, 'launch.env');
    write(content);
    chmodSync(inner, 0o750);
    expectRefused(await load(shell, digest), /not private/);
    chmodSync(inner, 0o700);
    symlinkSync(inner, `${inner} link`);
    file = path.join(`${inner} link`, 'launch.env');
    expectRefused(await load(shell, digest), /symbolic link/);
    file = path.join(inner, 'launch.env');
    expect((await load(shell, digest)).status).toBe(0);
  });

  it.runIf(process.getuid?.() === 0)('refuses what belongs to another user', async () => {
    const { content, digest } = launchFileContent({ A: 'x' });
    write(content);
    chownSync(file, 65_534, 65_534);
    expectRefused(await load(shell, digest), /another user/);
    chownSync(file, 0, 0);
    chownSync(folder.path, 65_534, 65_534);
    expectRefused(await load(shell, digest), /another user/);
    chownSync(folder.path, 0, 0);
  });

  it('refuses malformed arguments', async () => {
    const { content, digest } = launchFileContent({ A: 'x' });
    write(content);
    const [first = '', ...rest] = shell;
    for (const args of [
      [],
      [file],
      [file, digest],
      [file, digest, '--'],
      [file, digest, '/bin/true'],
      [file, 'x'.repeat(64), '--', '/bin/true'],
      [file, digest.slice(1), '--', '/bin/true'],
      [file, `${digest}\n`, '--', '/bin/true'],
      ['launch.env', digest, '--', '/bin/true'],
    ]) {
      const result = await runCommand(first, [...rest, loader, ...args], {
        cwd: folder.path,
        environment: inherited,
      });
      expectRefused(result, /The agent was not started/);
    }
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('says so when the program is not there', async () => {
    const { content, digest } = launchFileContent({});
    write(content);
    const result = await load(shell, digest, ['/nowhere/program']);
    expect(result.status).toBe(127);
    expect(result.errors).toContain('/nowhere/program');
  });
});

it('the digest is of the bytes that are used', async () => {
  write("export A='x'\n");
  const digest = createHash('sha256').update("export A='x'\n").digest('hex');
  expectRefused(await load(['sh'], digest), /not the one that was written/);
  write("export A='x'");
  expectRefused(await load(['sh'], noDigest), /not the one that was written/);
});
