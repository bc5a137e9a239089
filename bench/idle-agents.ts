import { setTimeout as pause } from 'node:timers/promises';
import type { TestDaemon } from '../test/support/test-daemon.ts';
import { withDaemon } from './bench-daemon.ts';
import { cpuSeconds, memoryMegabytes } from './process-cost.ts';
import { type BenchResult, percentile, table } from './result.ts';

const counts = [0, 1, 50, 200] as const;
const mostAgents = 200;
/** As long as the longest pause between two looks at a screen where nothing happens, so that each has one look. */
const quiet = 120_000;
/** After the last start a screen is looked at some more times. */
const settling = 5_000;
const startsAtOnce = 4;
const timedStarts = 7;

interface Cost {
  /** Percent of one core. */
  readonly cpu: number;
  readonly megabytes: number;
}

interface Processes {
  readonly daemon: readonly number[];
  /** The server, and the daemon's clients. */
  readonly tmux: readonly number[];
}

async function processesOf(home: TestDaemon, daemon: number): Promise<Processes> {
  const server = await home.tmux.run('display-message', '-p', '#{pid}');
  const clients = await home.tmux.run('list-clients', '-F', '#{client_pid}');
  return { daemon: [daemon], tmux: [server, ...clients.split('\n')].map(Number) };
}

const sumOf = (pids: readonly number[], cost: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + cost(pid), 0);

async function measureCost(
  { daemon, tmux }: Processes,
  window: number,
): Promise<{ daemon: Cost; tmux: Cost }> {
  await pause(settling);
  const before = [sumOf(daemon, cpuSeconds), sumOf(tmux, cpuSeconds)] as const;
  const started = performance.now();
  await pause(window);
  const share = (pids: readonly number[], since: number): number =>
    ((sumOf(pids, cpuSeconds) - since) / (performance.now() - started)) * 100_000;
  return {
    daemon: { cpu: share(daemon, before[0]), megabytes: sumOf(daemon, memoryMegabytes) },
    tmux: { cpu: share(tmux, before[1]), megabytes: sumOf(tmux, memoryMegabytes) },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const nameOf = (index: number): string => `shell-${index}`;

async function startUpTo(home: TestDaemon, from: number, to: number): Promise<void> {
  let next = from;
  const startInTurn = async (): Promise<void> => {
    while (next < to) {
      const name = nameOf(next);
      next += 1;
      await home
        .client()
        .call('agents.start', { dir: home.workFolder(name), name, runtime: 'shell', wait: false });
    }
  };
  await Promise.all(Array.from({ length: startsAtOnce }, startInTurn));
}

/** Starts of one agent that is registered, and of a bare session beside it. Milliseconds, the middle of some. */
async function timeStarts(home: TestDaemon): Promise<{ ours: number; bare: number }> {
  const client = home.client();
  const name = nameOf(mostAgents);
  await startUpTo(home, mostAgents, mostAgents + 1);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < timedStarts; round += 1) {
    await client.call('agents.stop', { name });
    ours.push(await timed(() => client.call('agents.launch', { name, wait: true })));
    bare.push(await timed(() => home.tmux.run('new-session', '-d', '-s', 'bare', '/bin/sh')));
    await home.tmux.run('kill-session', '-t', '=bare');
  }
  await client.call('agents.stop', { name });
  return { ours: percentile(ours, 0.5), bare: percentile(bare, 0.5) };
}

async function stopAll(home: TestDaemon): Promise<number> {
  const client = home.client();
  const { agents } = await client.call('agents.list', {});
  const running = agents.filter(({ launch }) => launch !== null);
  if (running.length !== mostAgents) throw new Error(`${running.length} agents run, not ${mostAgents}.`);
  return await timed(() => Promise.all(running.map(({ name }) => client.call('agents.stop', { name }))));
}

/**
 * What supervising agents that do nothing costs. Linux only: it reads the costs from /proc.
 * @param window milliseconds over which each cost is taken
 */
export async function run(window = quiet): Promise<BenchResult[]> {
  return await withDaemon('/bin/sh', async (home, pid) => {
    const processes = await processesOf(home, pid);
    const cpu: Record<string, number> = {};
    const megabytes: Record<string, number> = {};
    let running = 0;
    for (const count of counts) {
      await startUpTo(home, running, count);
      running = count;
      const cost = await measureCost(processes, window);
      for (const part of ['daemon', 'tmux'] as const) {
        cpu[`${part}, ${count}`] = cost[part].cpu;
        megabytes[`${part}, ${count}`] = cost[part].megabytes;
      }
    }
    const startOfOne = await timeStarts(home);
    const stopped = await stopAll(home);
    return [
      { name: 'idle agents: CPU', figures: cpu, ratio: null, against: 'no agents', unit: '% of a core' },
      {
        name: 'idle agents: memory',
        figures: megabytes,
        ratio: (megabytes['daemon, 200'] ?? Number.NaN) / (megabytes['daemon, 0'] ?? Number.NaN),
        against: 'the daemon without agents',
        unit: 'MB',
      },
      {
        name: `shell agents, ${mostAgents} running`,
        figures: {
          'start of one': startOfOne.ours,
          'bare tmux new-session': startOfOne.bare,
          'stop of all at once': stopped,
        },
        ratio: startOfOne.ours / startOfOne.bare,
        against: 'a bare tmux new-session',
        unit: 'ms',
      },
    ];
  });
}

if (import.meta.main) {
  const results = await run(...process.argv.slice(2).map(Number));
  process.stdout.write(`${table(results)}\n${JSON.stringify(results)}\n`);
}
