import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { isDaemonLockHeld, takeDaemonLock } from '../../../src-main/daemon/daemon-lock.ts';
import { type NodeProcess, nodeProcess } from '../../support/node-process.ts';
import { processFacts } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait-until.ts';

let held: Disposables;
let file: string;

beforeEach(() => {
  held = new Disposables();
  file = path.join(held.add(temporaryFolder('lock')).path, 'daemon.lock');
});
afterEach(() => held.dispose());

/** A process that tries to take the lock, says what came of it, and keeps it until it ends. */
function taker(): NodeProcess {
  return held.add(
    nodeProcess(
      `import v8 from 'node:v8';
       import vm from 'node:vm';
       const { takeDaemonLock } = await import(process.argv[1]);
       try {
         takeDaemonLock(process.argv[2]);
         // A lock whose handle nobody keeps must not be collected as garbage.
         v8.setFlagsFromString('--expose-gc');
         vm.runInNewContext('gc')();
         console.log('taken');
       } catch (error) { console.log(error.code + ' ' + error.message); }
       process.stdin.resume();`,
      [path.resolve('src-main/daemon/daemon-lock.ts'), file],
    ),
  );
}

test('while it is held nobody else gets it, and the refusal names the holder', async () => {
  expect(isDaemonLockHeld(file)).toBe(false);
  const holder = taker();
  expect(await holder.line()).toBe('taken');
  expect(isDaemonLockHeld(file)).toBe(true);
  expect(() => takeDaemonLock(file)).toThrow(
    expect.objectContaining({
      code: 'daemon_running',
      message: expect.stringContaining(`process ${holder.pid}.`) as string,
    }),
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a killed holder holds nothing', async () => {
  const holder = taker();
  await holder.line();
  await holder.dispose();
  expect(isDaemonLockHeld(file)).toBe(false);
  const lock = takeDaemonLock(file);
  lock.release();
});

test('a noted pid that belongs to another process by now blocks nobody', () => {
  writeFileSync(`${file}.pid`, `${process.ppid}\n`, { mode: 0o600 });
  expect(isDaemonLockHeld(file)).toBe(false);
  const lock = takeDaemonLock(file);
  expect(readFileSync(`${file}.pid`, 'utf8')).toBe(`${process.pid}\n`);
  lock.release();
});

test('a stopped holder still holds, however often one asks', async () => {
  const holder = taker();
  await holder.line();
  process.kill(holder.pid, 'SIGSTOP');
  await waitUntil('the holder is stopped', () => processFacts(holder.pid)?.state === 'T');
  for (let turn = 0; turn < 20; turn += 1) expect(isDaemonLockHeld(file)).toBe(true);
  expect(() => takeDaemonLock(file)).toThrow(expect.objectContaining({ code: 'daemon_running' }));
  process.kill(holder.pid, 'SIGCONT');
  expect(isDaemonLockHeld(file)).toBe(true);
});

test('of many that start at once exactly one gets it', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => taker().line()));
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
  expect(answers.filter((answer) => answer.startsWith('daemon_running'))).toHaveLength(5);
});

test('asking never keeps a daemon from starting', async () => {
  const watcher = held.add(
    nodeProcess(
      `const { isDaemonLockHeld } = await import(process.argv[1]);
       console.log('asking');
       const ask = () => { for (let n = 0; n < 50; n += 1) isDaemonLockHeld(process.argv[2]); setImmediate(ask); };
       ask();`,
      [path.resolve('src-main/daemon/daemon-lock.ts'), file],
    ),
  );
  takeDaemonLock(file).release();
  await watcher.line();
  for (let turn = 0; turn < 60; turn += 1) takeDaemonLock(file).release();
});

test('in one process it is held once, and can be taken again after its release', () => {
  const lock = takeDaemonLock(file);
  expect(isDaemonLockHeld(file)).toBe(true);
  expect(() => takeDaemonLock(file)).toThrow(expect.objectContaining({ code: 'daemon_running' }));
  expect(isDaemonLockHeld(file)).toBe(true);
  lock.release();
  lock.release();
  expect(isDaemonLockHeld(file)).toBe(false);
  takeDaemonLock(file).release();
});

test('a failed try in the same process does not loosen the lock', async () => {
  const lock = takeDaemonLock(file);
  expect(() => takeDaemonLock(file)).toThrow();
  expect(await taker().line()).toMatch(/^daemon_running .*process/);
  lock.release();
});

test('a symbolic link in its place is refused', () => {
  writeFileSync(`${file}.other`, '');
  symlinkSync(`${file}.other`, file);
  expect(() => takeDaemonLock(file)).toThrow(expect.objectContaining({ code: 'not_private' }));
});
