import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseEnvironmentBlock, processEnvironment } from '../../../src-main/secrets/process-environment.ts';

test('a block is read as getenv would: the first of a name, values with "=" and newlines', () => {
  expect(parseEnvironmentBlock('A=1\0B=x=y\nz\0A=2\0\0=odd\0none\0E=\0')).toEqual({
    A: '1',
    B: 'x=y\nz',
    E: '',
  });
});

test('the environment of a running process is read', async () => {
  const child = spawn('sleep', ['100'], { env: { PATH: process.env['PATH'], MARK: 'here' } });
  try {
    await new Promise((resolve) => child.once('spawn', resolve));
    expect(processEnvironment(child.pid ?? 0)?.['MARK']).toBe('here');
  } finally {
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
  }
});

test('a process that is gone has none', () => {
  expect(processEnvironment(2 ** 22 + 1)).toBeNull();
});
