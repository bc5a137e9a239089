import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRunFolder } from '../../../src-main/run/run-folder.ts';
import { type EngineHome, engineHome } from '../../support/engine-run.ts';
import { argumentsOf, descendantsOf, isAlive } from '../../support/processes.ts';
import { waitUntil } from '../../support/wait-until.ts';

let home: EngineHome;
beforeAll(() => {
  home = engineHome();
});
afterAll(() => home.dispose());

/** No text of any program holds it by chance. */
const value = 'sk-3f9c0a77-find-me-if-you-can';
const secrets = { KEY: value };

/** Files below `folder` that hold the value, whatever they are called. */
function holders(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(value));
}

/** Folders of runs that this test's processes left in memory. */
function leftInMemory(): string[] {
  return readdirSync('/dev/shm').filter(
    (name) => name.startsWith('backbone-run-') && holders(path.join('/dev/shm', name)).length > 0,
  );
}

describe('keys', () => {
  it('in the environment are there, with the personality', async () => {
    const { output } = await home.inPipes({
      argv: [
        'sh',
        '-c',
        'echo "$KEY|$AGENT_SYSTEM_PROMPT|$AGENT_TONE|$BACKBONE_INJECTED|$BACKBONE_SECRETS_FD"',
      ],
      secrets,
      personality: { system_prompt: 'Be brief.', tone: 'dry' },
    });
    expect(output).toBe(`${value}|Be brief.|dry|KEY|\n`);
  });

  it('on a descriptor are one document, which is in no environment and in no folder', async () => {
    const { output } = await home.inPipes({
      argv: [
        'sh',
        '-c',
        'env | grep -c find-me; cat <&"$BACKBONE_SECRETS_FD"; echo; cat /dev/fd/"$BACKBONE_SECRETS_FD"; echo; grep -rl find-me /dev/shm',
      ],
      secrets,
      personality: { system_prompt: 'Be brief.' },
      injection: 'fd',
    });
    const [inEnvironment, document, again, inFolder] = output.split('\n');
    expect(inEnvironment).toBe('0');
    expect(JSON.parse(document ?? '')).toEqual({
      version: 1,
      keys: secrets,
      personality: { system_prompt: 'Be brief.' },
    });
    expect(again).toBe(document);
    expect(inFolder).toBe('');
  });

  it('on a descriptor may be more than a pipe holds, and need not be read', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`K${index}`, 'x'.repeat(60_000)]),
    );
    const argv = ['sh', '-c', 'sleep 0.2; wc -c <&"$BACKBONE_SECRETS_FD"'];
    const { output } = await home.inPipes({ argv, secrets: many, injection: 'fd' });
    expect(Number(output)).toBe(JSON.stringify({ version: 1, keys: many, personality: {} }).length);
    const { status } = await home.inPipes({ argv: ['sh', '-c', 'exit 6'], secrets: many, injection: 'fd' });
    expect(status).toBe(6);
  });

  it('in files are private, in memory, and gone at the end', async () => {
    const { output } = await home.inPipes({
      argv: [
        'sh',
        '-c',
        'cd "$CREDENTIALS_DIRECTORY"; pwd; stat -c "%a %n" . .. *; stat -f -c %T .; cat KEY; env | grep -c find-me',
      ],
      secrets,
      injection: 'file',
    });
    const [folder = '', ...rest] = output.split('\n');
    expect(rest).toEqual(['700 .', '700 ..', '600 KEY', 'tmpfs', `${value}0`, '']);
    expect(existsSync(path.dirname(folder))).toBe(false);
  });

  it('are in no argument of any process', async () => {
    const child = home.detached({ argv: ['sleep', '60'], secrets, injection: 'file', mask: true });
    await waitUntil('it runs', () =>
      descendantsOf(child.pid ?? 0).some((pid) => argumentsOf(pid)?.[0] === 'sleep'),
    );
    const family = [child.pid ?? 0, ...descendantsOf(child.pid ?? 0)];
    expect(family.length).toBeGreaterThan(2);
    for (const pid of family) expect((argumentsOf(pid) ?? []).join(' ')).not.toContain(value);
    child.kill('SIGTERM');
    await once(child, 'close');
  });
});

describe.each(['env', 'fd', 'file'] as const)(
  'a command that is killed while keys are in %s',
  (injection) => {
    it.each([false, true])('leaves nothing behind (mask: %s)', async (mask) => {
      const child = home.detached({
        argv: ['sh', '-c', 'echo "pid $$"; exec sleep 60'],
        secrets,
        injection,
        mask,
      });
      let output = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      const pid = await waitUntil('it runs', () => Number(/pid (\d+)/.exec(output)?.[1] ?? 0));
      if (injection === 'file') expect(leftInMemory()).toHaveLength(1);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await waitUntil('its folder is gone', () => leftInMemory().length === 0);
      expect(holders(home.folder.path)).toEqual([]);
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    });
  },
);

describe('the end of a run with files', () => {
  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('by %s removes them', async (signal) => {
    const child = home.detached({
      argv: ['sh', '-c', 'echo "pid $$"; exec sleep 60'],
      secrets,
      injection: 'file',
    });
    await once(child.stdout ?? child, 'data');
    expect(leftInMemory()).toHaveLength(1);
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([null, signal]);
    expect(leftInMemory()).toEqual([]);
  });

  it('by a program that cannot be started removes them', async () => {
    const { status } = await home.inPipes({ argv: ['./nothing'], secrets, injection: 'file' });
    expect(status).not.toBe(0);
    expect(leftInMemory()).toEqual([]);
  });
});

describe('the private folder', () => {
  const made: (() => void)[] = [];
  afterEach(() => {
    for (const remove of made.splice(0)) remove();
  });

  it('is in our own place where nothing is in memory', () => {
    const fallback = path.join(home.folder.path, 'runs');
    const folder = createRunFolder(['/nowhere', home.folder.path], fallback);
    made.push(() => folder.remove());
    expect(path.dirname(folder.path)).toBe(fallback);
    expect(folder.inMemory).toBe(false);
    expect([fallback, folder.path].map((place) => statSync(place).mode & 0o777)).toEqual([0o700, 0o700]);
    folder.remove();
    expect(existsSync(folder.path)).toBe(false);
  });

  it('takes away what is left of a run whose process and guardian are gone, and nothing else', async () => {
    const fallback = path.join(home.folder.path, 'swept');
    const first = createRunFolder([], fallback);
    made.push(() => first.remove());
    const gone = spawn('true');
    await once(gone, 'close');
    const stale = first.path.replace(`-${process.pid}-`, `-${gone.pid}-`);
    const foreign = path.join(fallback, 'backbone-run-other');
    for (const folder of [stale, foreign]) {
      mkdirSync(folder);
      writeFileSync(path.join(folder, 'KEY'), value);
    }
    const second = createRunFolder([], fallback);
    made.push(() => second.remove());
    expect([first.path, second.path, stale, foreign].map((folder) => existsSync(folder))).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});
