import { afterEach, expect, test, vi } from 'vitest';
import { endProcesses } from '../../../src-main/agents/end-processes.ts';
import type { ProcessFacts } from '../../../src-main/agents/process-table.ts';

const facts = (pid: number, started = '1'): ProcessFacts => ({
  pid,
  parent: 1,
  group: pid,
  started,
  state: 'S',
  command: `process ${pid}`,
});
/** Each look at the clock takes long, so that no test waits for the patience to run out. */
const clock = () => {
  let elapsed = 0;
  return { now: () => 0, elapsed: () => (elapsed += 400) };
};

let living: ProcessFacts[];
/** What a signal does to the living. */
function signals(effect: (pid: number, signal: string) => void): string[] {
  const sent: string[] = [];
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    sent.push(`${signal} ${pid}`);
    effect(pid, String(signal));
    return true;
  });
  return sent;
}
const end = (pid: number): void => {
  living = living.filter((one) => one.pid !== pid);
};
afterEach(() => vi.restoreAllMocks());

test('what ends at TERM is not killed, and each is asked once', async () => {
  living = [facts(10), facts(11)];
  let looks = 0;
  const sent = signals((pid) => pid === 10 && end(10));
  const list = async () => {
    if (++looks === 3) end(11);
    return living;
  };
  const { ended, survivors } = await endProcesses(list, 10_000, clock());
  expect(sent).toEqual(['SIGTERM 10', 'SIGHUP 10', 'SIGTERM 11', 'SIGHUP 11']);
  expect(ended.map(({ pid }) => pid)).toEqual([10, 11]);
  expect(survivors).toEqual([]);
});

test('what ignores TERM is killed after the grace, a latecomer too', async () => {
  living = [facts(10)];
  const sent = signals((pid, signal) => {
    if (signal === 'SIGKILL') end(pid);
    else if (pid === 10) living = [facts(10), facts(12)];
  });
  const { ended, survivors } = await endProcesses(async () => living, 2_000, clock());
  expect(sent).toEqual(['SIGTERM 10', 'SIGHUP 10', 'SIGTERM 12', 'SIGHUP 12', 'SIGKILL 10', 'SIGKILL 12']);
  expect(ended.map(({ pid }) => pid)).toEqual([10, 12]);
  expect(survivors).toEqual([]);
});

test('what outlives KILL is named as a survivor', async () => {
  living = [facts(10), facts(11)];
  signals((pid, signal) => signal === 'SIGKILL' && pid === 10 && end(10));
  const { ended, survivors } = await endProcesses(async () => living, 0, clock());
  expect(ended.map(({ pid }) => pid)).toEqual([10]);
  expect(survivors.map(({ pid }) => pid)).toEqual([11]);
});

test('a later process with the same number is another one', async () => {
  living = [facts(10, '1')];
  const sent = signals((_, signal) => {
    if (signal === 'SIGHUP') return;
    living = living.some(({ started }) => started === '1') ? [facts(10, '2')] : [];
  });
  const { ended } = await endProcesses(async () => living, 10_000, clock());
  expect(sent).toEqual(['SIGTERM 10', 'SIGHUP 10', 'SIGTERM 10', 'SIGHUP 10']);
  expect(ended.map(({ started }) => started)).toEqual(['1', '2']);
});

test('whoever lists is told what was found before', async () => {
  living = [facts(10)];
  signals(() => end(10));
  const told: number[][] = [];
  await endProcesses(
    async (known) => {
      told.push(known.map(({ pid }) => pid));
      return living;
    },
    0,
    clock(),
  );
  expect(told).toEqual([[], [10]]);
});

test('a process that is gone or not ours to end is no failure', async () => {
  living = [facts(10)];
  vi.spyOn(process, 'kill').mockImplementation(() => {
    living = [];
    throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
  });
  await expect(endProcesses(async () => living, 0, clock())).resolves.toMatchObject({ survivors: [] });
});
