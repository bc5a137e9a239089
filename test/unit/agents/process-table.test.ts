import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isAlive, linuxProcess, processTable } from '../../../src-main/agents/process-table.ts';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { processFacts } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait-until.ts';

const held = new Disposables();
afterEach(() => held.dispose());

/** A sleeping program with these arguments instead of its own. */
function sleeper(program = 'sleep', argv0 = 'sleep'): ChildProcess {
  const child = spawn(program, ['1000'], { argv0, stdio: 'ignore' });
  held.defer(() => void child.kill('SIGKILL'));
  return child;
}

test('a name with brackets and blanks does not shift the fields', async () => {
  const program = path.join(held.add(temporaryFolder('process')).path, 'a) Z 1 (b');
  copyFileSync('/bin/sleep', program);
  const { pid = 0 } = sleeper(program);
  const facts = await waitUntil(
    'it runs',
    () => linuxProcess(pid),
    (seen) => seen?.command.startsWith('sleep ') === true,
  );
  expect(facts).toMatchObject({ pid, parent: process.pid, command: 'sleep 1000' });
  expect(facts?.started).toBe(processFacts(pid)?.started);
  expect(facts?.group).toBe(processFacts(pid)?.group);
  expect(facts !== null && isAlive(facts)).toBe(true);
});

test('a command line is one plain line, whatever a program calls itself', async () => {
  const { pid = 0 } = sleeper('sleep', 'evil\n\u001b[2Jname');
  const shown = (): string | undefined => linuxProcess(pid)?.command;
  await waitUntil('it runs', () => shown()?.includes('evil'));
  expect(shown()).toBe('evil [2Jname 1000');
});

test('a process that is gone is null, and the table holds us and our children', async () => {
  const { pid = 0 } = sleeper();
  const table = await processTable();
  expect(table.find((facts) => facts.pid === pid)?.parent).toBe(process.pid);
  expect(table.some((facts) => facts.pid === process.pid)).toBe(true);
  expect(linuxProcess(2 ** 22)).toBeNull();
});

test('where the system has no /proc, ps tells the same', async () => {
  const { pid = 0 } = sleeper();
  await waitUntil('it runs', () => linuxProcess(pid)?.command === 'sleep 1000');
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
  try {
    const first = (await processTable()).find((facts) => facts.pid === pid);
    expect(first).toMatchObject({ pid, parent: process.pid, command: 'sleep 1000' });
    expect(first?.group).toBe(processFacts(pid)?.group);
    expect(first?.started).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
    expect((await processTable()).find((facts) => facts.pid === pid)).toEqual(first);
  } finally {
    Object.defineProperty(process, 'platform', platform);
  }
});
