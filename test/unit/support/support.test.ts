import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { argumentsOf, environmentOf, isAlive, processesWith } from '../../support/processes.ts';
import { findProgram, requirePackage, systemPackages } from '../../support/require-package.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait-until.ts';

test('a wait returns the first accepted value', async () => {
  let looks = 0;
  const seen = await waitUntil(
    'three looks',
    () => ++looks,
    (n) => n === 3,
    { every: 1 },
  );
  expect(seen).toBe(3);
});

test('a wait that fails names the fact and what was seen last', async () => {
  const wait = waitUntil(
    'the box is empty',
    () => 'draft',
    (seen) => seen === '',
    { within: 5, every: 1 },
  );
  await expect(wait).rejects.toThrow(/Not within 5 ms: the box is empty\. Last seen:\ndraft/);
});

test('a look that throws counts as not there yet', async () => {
  let looks = 0;
  const look = (): boolean => {
    if (++looks < 2) throw new Error('too early');
    return true;
  };
  await expect(waitUntil('it stops throwing', look, Boolean, { every: 1 })).resolves.toBe(true);
});

test('a temporary folder goes with all that is in it', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder.path, 'file'), 'x');
  await folder.dispose();
  expect(existsSync(folder.path)).toBe(false);
});

test('a process is read while it runs and is not alive after its end', async () => {
  const child = spawn('sleep', ['60'], { env: { MARK: 'a=b' } });
  const pid = child.pid ?? 0;
  try {
    await waitUntil(
      'sleep has begun',
      () => argumentsOf(pid),
      (words) => words?.[0] === 'sleep',
    );
    expect(argumentsOf(pid)).toEqual(['sleep', '60']);
    expect(environmentOf(pid)?.get('MARK')).toBe('a=b');
    expect(processesWith('MARK', 'a=b')).toEqual([pid]);
  } finally {
    child.kill('SIGKILL');
  }
  await waitUntil(
    'sleep is gone',
    () => isAlive(pid),
    (alive) => !alive,
  );
});

test('a missing package is named', () => {
  expect(() => requirePackage('chromium', '/nowhere')).toThrow(/Debian package "chromium"/);
  expect(findProgram('sh')).toMatch(/\/sh$/);
});

test('the set-up script knows every package that tests ask for', () => {
  const script = readFileSync(new URL('../../../scripts/setup.sh', import.meta.url), 'utf8');
  for (const name of systemPackages) expect(script).toMatch(new RegExp(`^ +need ${name} `, 'm'));
});
