import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { linuxProcess, processTable } from '../../../src-main/agents/process-table.ts';
import { type LaunchRoot, processesOf } from '../../../src-main/agents/process-tree.ts';
import { processEnvironment } from '../../../src-main/secrets/process-environment.ts';
import { waitUntil } from '../../support/wait-until.ts';

vi.mock(import('../../../src-main/agents/process-table.ts'), async (original) => {
  const real = await original();
  return { ...real, processTable: vi.fn(real.processTable) };
});

const children: ChildProcess[] = [];
beforeEach(() => void vi.mocked(processTable).mockClear());
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function sleeper(launchId: string): Promise<LaunchRoot> {
  const child = spawn('sleep', ['1000'], { env: { ...process.env, BACKBONE_LAUNCH_ID: launchId } });
  children.push(child);
  const pid = child.pid ?? 0;
  await waitUntil('it runs', () => processEnvironment(pid)?.['BACKBONE_LAUNCH_ID'] === launchId);
  return { launchId, pid, pidStarted: linuxProcess(pid)?.started ?? null };
}

const pidsOf = async (root: LaunchRoot): Promise<number[]> => (await processesOf(root)).map(({ pid }) => pid);

test('two hundred that ask at once share one look, and each gets its own processes', async () => {
  const roots = await Promise.all([sleeper('one'), sleeper('two')]);
  const asked = Array.from({ length: 100 }, () => roots).flat();
  const told = await Promise.all(asked.map(pidsOf));
  expect(told).toEqual(asked.map(({ pid }) => [pid]));
  expect(processTable).toHaveBeenCalledTimes(1);
});

test('a look is never older than the question', async () => {
  const { pid } = await sleeper('three');
  const before = pidsOf({ launchId: 'three', pid, pidStarted: null });
  expect(await before).toEqual([pid]);
  const second = await sleeper('three');
  expect((await pidsOf(second)).sort()).toEqual([pid, second.pid].sort());
  expect(processTable).toHaveBeenCalledTimes(2);
});

test('a later process with the same number is not the one that was meant', async () => {
  const { pid } = await sleeper('four');
  expect(await pidsOf({ launchId: 'other', pid, pidStarted: '1' })).toEqual([]);
  const facts = linuxProcess(pid);
  if (facts === null) throw new Error('It has ended.');
  const root = { launchId: 'other', pid: 0, pidStarted: null };
  expect(await processesOf(root, [{ ...facts, started: '1' }])).toEqual([]);
  expect(await processesOf(root, [facts])).toEqual([facts]);
});
