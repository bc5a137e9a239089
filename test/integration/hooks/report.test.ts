import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../../../src-main/base/run-command.ts';
import { parseSpoolRecord } from '../../../src-main/runtimes/spool-record.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const script = path.join(import.meta.dirname, '../../../hooks/report');
const id = '0123456789abcdef0123456789abcdef';
const shells: readonly (readonly [name: string, ...command: string[]])[] = [
  ['dash', 'dash'],
  ['bash as sh', 'bash', '--posix'],
];

let folder: TemporaryFolder;
let spool: string;
beforeEach(() => {
  folder = temporaryFolder('report');
  spool = path.join(folder.path, 'spool');
  mkdirSync(spool, { mode: 0o700 });
});
afterEach(() => folder.dispose());

function report(
  shell: readonly string[],
  input: string,
  change: Readonly<Record<string, string | undefined>> = {},
  runtime: readonly string[] = ['claude'],
): Promise<CommandResult> {
  const [first = '', ...rest] = shell;
  const environment = {
    PATH: process.env['PATH'],
    BACKBONE_LAUNCH_ID: id,
    BACKBONE_STATE_DIR: folder.path,
    ...change,
  };
  return runCommand(first, [...rest, script, ...runtime], { environment, input });
}

const silent = { status: 0, output: '', errors: '' };

/** Every file below the folder, with its mode. */
function everything(): string[] {
  return readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).sort();
}

describe.each(shells)('a report in %s', (_, ...shell) => {
  it('leaves one private file that the daemon can read', async () => {
    const payload = { text: 'ü 日本 👩‍👩‍👧 \u0000', lines: 'a\nb' };
    expect(await report(shell, JSON.stringify(payload))).toMatchObject(silent);
    const [name = ''] = readdirSync(spool);
    expect(readdirSync(spool)).toHaveLength(1);
    expect(name).toMatch(/^[0-9a-f]{32}\.claude-\d+-0\.json$/);
    expect(statSync(path.join(spool, name)).mode & 0o777).toBe(0o600);
    const record = parseSpoolRecord(name, readFileSync(path.join(spool, name)), 7);
    expect(record).toEqual({ launchId: id, runtime: 'claude', at: 7, payload });
  });

  it('works fifty times at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 50 }, (_value, n) => report(shell, JSON.stringify({ n }))),
    );
    for (const result of results) expect(result).toMatchObject(silent);
    const payloads = readdirSync(spool).map(
      (name) => parseSpoolRecord(name, readFileSync(path.join(spool, name)), 0)?.payload,
    );
    expect(new Set(payloads.map((payload) => JSON.stringify(payload))).size).toBe(50);
  });

  it.each([
    ['nothing', undefined],
    ['an empty launch id', ''],
    ['a path', '../0123456789abcdef0123456789abcd'],
    ['blanks', '0123456789abcdef 123456789abcdef'],
    ['a line break', `0123456789abcdef0123456789abcde\n`],
    ['a line break after it', `${id}\n`],
    ['capitals', id.toUpperCase()],
    ['one digit more', `${id}0`],
    ['a pattern', '*'.repeat(32)],
  ])('ignores a launch id that is %s', async (_what, value) => {
    const before = everything();
    expect(await report(shell, '{}', { BACKBONE_LAUNCH_ID: value })).toMatchObject(silent);
    expect(everything()).toEqual(before);
  });

  it.each([undefined, '', '.', 'relative', '/nowhere/at/all', '/dev/null'])(
    'ignores the state folder %j',
    async (value) => {
      expect(await report(shell, '{}', { BACKBONE_STATE_DIR: value })).toMatchObject(silent);
      expect(readdirSync(spool)).toEqual([]);
    },
  );

  it.each([[], [''], ['../x'], ['Claude'], ['a b'], ['claude\n']])(
    'ignores the runtime %j',
    async (...runtime) => {
      expect(await report(shell, '{}', {}, runtime)).toMatchObject(silent);
      expect(readdirSync(spool)).toEqual([]);
    },
  );

  it('follows no link and makes no folder', async () => {
    const elsewhere = path.join(folder.path, 'elsewhere');
    renameSync(spool, elsewhere);
    expect(await report(shell, '{}')).toMatchObject(silent);
    expect(existsSync(spool)).toBe(false);
    symlinkSync(elsewhere, spool);
    expect(await report(shell, '{}')).toMatchObject(silent);
    const state = path.join(folder.path, 'state');
    symlinkSync(folder.path, state);
    expect(await report(shell, '{}', { BACKBONE_STATE_DIR: state })).toMatchObject(silent);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('keeps the first MiB of a huge event and reads the rest', async () => {
    expect(await report(shell, 'x'.repeat(5_000_000))).toMatchObject(silent);
    const [name = ''] = readdirSync(spool);
    expect(statSync(path.join(spool, name)).size).toBe(1_048_576);
  });

  it('reads a huge event also when it keeps nothing of it', async () => {
    const [first = '', ...rest] = shell;
    for (const environment of [{}, { BACKBONE_LAUNCH_ID: id, BACKBONE_STATE_DIR: '/nowhere' }]) {
      const child = spawn(first, [...rest, script, 'claude'], {
        env: { PATH: process.env['PATH'], ...environment },
      });
      const failures: unknown[] = [];
      child.stdin.on('error', (error) => failures.push(error));
      child.stdin.end('x'.repeat(5_000_000));
      const status = await new Promise((resolve) => child.once('close', resolve));
      expect({ status, failures }).toEqual({ status: 0, failures: [] });
    }
  });

  it('does not mind that nobody listens to it', async () => {
    const [first = '', ...rest] = shell;
    const child = spawn(first, [...rest, script, 'claude'], {
      env: { PATH: process.env['PATH'], BACKBONE_LAUNCH_ID: id, BACKBONE_STATE_DIR: folder.path },
    });
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.end('{}');
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(readdirSync(spool)).toHaveLength(1);
  });

  it('keeps the newest 200 of a launch while nobody reads them, and leaves other launches alone', async () => {
    const other = `${'f'.repeat(32)}.claude-1-0.json`;
    writeFileSync(path.join(spool, other), '{}');
    utimesSync(path.join(spool, other), 1, 1);
    for (let n = 0; n < 230; n += 1) {
      const file = path.join(spool, `${id}.claude-1-${n}.json`);
      writeFileSync(file, '{}');
      utimesSync(file, 1_000 + n, 1_000 + n);
    }
    expect(await report(shell, '{"newest":true}')).toMatchObject(silent);
    const left = readdirSync(spool).filter((name) => name.startsWith(id));
    expect(left).toHaveLength(200);
    expect(left).toContain(`${id}.claude-1-229.json`);
    expect(left).not.toContain(`${id}.claude-1-30.json`);
    expect(left.some((name) => readFileSync(path.join(spool, name), 'utf8').includes('newest'))).toBe(true);
    expect(readdirSync(spool)).toContain(other);
  });

  it.runIf(process.getuid?.() === 0)('leaves nothing behind on a full disk', async () => {
    const mounted = await runCommand('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', spool]);
    expect(mounted).toMatchObject(silent);
    try {
      expect(await report(shell, 'x'.repeat(500_000))).toMatchObject(silent);
      expect(readdirSync(spool)).toEqual([]);
      expect(await report(shell, '{}')).toMatchObject(silent);
      expect(readdirSync(spool)).toHaveLength(1);
    } finally {
      await runCommand('umount', [spool]);
    }
  });

  it('costs less than 20 ms of the processor', async () => {
    const runs = 20;
    // `times` tells what the children took, however busy the machine is with other things.
    const loop = `n=0; while [ $n -lt ${runs} ]; do echo '{}' | "$@"; n=$((n + 1)); done; times`;
    const environment = {
      PATH: process.env['PATH'],
      BACKBONE_LAUNCH_ID: id,
      BACKBONE_STATE_DIR: folder.path,
    };
    const { output } = await runCommand('sh', ['-c', loop, 'sh', ...shell, script, 'claude'], {
      environment,
    });
    expect(readdirSync(spool)).toHaveLength(runs);
    const [user = '', system = ''] = output.trim().split('\n').at(-1)?.split(' ') ?? [];
    const seconds = [user, system].map((time) => {
      const [, minutes, rest] = /^(\d+)m([\d.]+)s$/.exec(time) ?? [];
      return Number(minutes) * 60 + Number(rest);
    });
    const spent = seconds.reduce((sum, one) => sum + one, 0);
    expect((spent * 1_000) / runs).toBeLessThan(20);
  });
});

it('is finished in one step: a reader never meets a part of an event', async () => {
  const child = spawn('sh', [script, 'claude'], {
    env: { PATH: process.env['PATH'], BACKBONE_LAUNCH_ID: id, BACKBONE_STATE_DIR: folder.path },
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin.write('{"half":');
  await expect.poll(() => readdirSync(spool).length).toBe(1);
  expect(readdirSync(spool).every((name) => name.startsWith('.'))).toBe(true);
  child.stdin.end('1}');
  await closed;
  expect(readdirSync(spool).every((name) => !name.startsWith('.'))).toBe(true);
});
