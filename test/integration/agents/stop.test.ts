import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import type { Client } from '../../../src-main/client/client.ts';
import { type FakeAgent, type FakeAgents, fakeAgents } from '../../support/fake-agent.ts';
import { isAlive } from '../../support/processes.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';
import { waitUntil } from '../../support/wait-until.ts';

let held: Disposables;
let fakes: FakeAgents;
let daemon: TestDaemon;
let client: Client;

beforeEach(async () => {
  held = new Disposables();
  fakes = held.add(await fakeAgents());
  daemon = held.add(
    await testDaemon({ programs: fakes.folder, settings: { 'timing.stop_grace_seconds': 1 } }),
  );
  await daemon.start();
  client = daemon.client();
});
afterEach(async () => {
  vi.restoreAllMocks();
  try {
    const { agents } = await client.call('agents.list', {});
    for (const { name } of agents) await client.call('agents.stop', { name });
  } finally {
    await held.dispose();
  }
});

async function start(setup: Parameters<FakeAgents['setUp']>[0] = {}): Promise<FakeAgent> {
  fakes.setUp(setup);
  await client.call('agents.start', { dir: daemon.workFolder('app'), runtime: 'claude' });
  return fakes.next();
}

const stop = () => client.call('agents.stop', { name: 'app' });
const inspect = () => client.call('agents.inspect', { name: 'app' }).then(({ agent }) => agent);
const sessionIsThere = () =>
  daemon.tmux.run('has-session', '-t', '=app').then(
    () => true,
    () => false,
  );
const ofThePane = async (): Promise<number> => (await inspect()).launch?.pid ?? 0;

/** A shell agent that was told to run this line. */
async function shellThatRuns(line: string): Promise<void> {
  await client.call('agents.start', { dir: daemon.workFolder('app'), runtime: 'shell' });
  await daemon.tmux.run('send-keys', '-t', '=app:', '-l', line);
  await daemon.tmux.run('send-keys', '-t', '=app:', 'Enter');
}

/** The process that wrote its number into a file of the agent's folder. */
function written(file: string): Promise<number> {
  const whole = path.join(daemon.workFolder('app'), file);
  return waitUntil(`${file} is written`, () => Number(readFileSync(whole, 'utf8')));
}

describe('what an agent started ends with it', () => {
  test('a program that ignores TERM, and a child in a session of its own (bug 29)', async () => {
    const agent = await start({ ignoreTerm: true });
    const orphan = (await agent.tell({ do: 'orphan' })) ?? 0;
    const { outcome, ended, agent: after } = await stop();
    expect(outcome).toBe('stopped');
    expect(ended.map(({ pid }) => pid)).toEqual(expect.arrayContaining([agent.pid, orphan]));
    expect([agent.pid, orphan].filter(isAlive)).toEqual([]);
    expect(after).toMatchObject({ launch: null, reading: { state: 'offline' }, lastEnd: { how: 'stopped' } });
    expect(await sessionIsThere()).toBe(false);
  });

  test('a child whose parent ended before', async () => {
    await shellThatRuns("(setsid sh -c 'echo $$ >pid; exec sleep 1000' &)");
    const pid = await written('pid');
    expect((await stop()).ended.map((one) => one.pid)).toContain(pid);
    expect(isAlive(pid)).toBe(false);
  });

  test('a child without any mark, that ignores TERM and whose parent does not', async () => {
    const stubborn = 'trap "" TERM HUP; echo $$ >pid; while :; do sleep 0.1; done';
    await shellThatRuns(`sh -c 'setsid env -i /bin/sh -c '"'"'${stubborn}'"'"'; :'`);
    const pid = await written('pid');
    expect((await stop()).ended.map((one) => one.pid)).toContain(pid);
    expect(isAlive(pid)).toBe(false);
  });
});

test('what does not end is named, and the session is gone all the same', async () => {
  const agent = await start();
  const orphan = (await agent.tell({ do: 'orphan' })) ?? 0;
  const kill = process.kill.bind(process);
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => pid === orphan || kill(pid, signal));
  await expect(stop()).rejects.toMatchObject({
    code: 'still_running',
    details: [`${orphan} sleep 1000`],
  });
  vi.restoreAllMocks();
  expect(await sessionIsThere()).toBe(false);
  expect((await inspect()).launch).toBeNull();
  process.kill(orphan, 'SIGKILL');
});

test('a process that did not come from the agent is left alone, though it works in the same folder (bug 30)', async () => {
  const foreign = spawn('sleep', ['1000'], {
    cwd: daemon.workFolder('app'),
    detached: true,
    stdio: 'ignore',
  });
  held.defer(() => void foreign.kill('SIGKILL'));
  await start();
  await stop();
  expect(isAlive(foreign.pid ?? 0)).toBe(true);
});

describe('an agent that ends by itself (bug 28)', () => {
  test('is offline with its status and last words, and its session is gone', async () => {
    const agent = await start();
    await agent.tell({ do: 'say', text: 'farewell' });
    await agent.tell({ do: 'exit', status: 7 }).catch(() => undefined);
    const after = await waitUntil('it is offline', inspect, ({ reading }) => reading.state === 'offline');
    expect(after.lastEnd).toMatchObject({ how: 'exited', status: 7, signal: null });
    expect(after.lastEnd?.lastLines.join('\n')).toContain('farewell');
    await waitUntil('the session is gone', sessionIsThere, (there) => !there);
    expect((await stop()).outcome).toBe('not_running');
  });

  // tmux 3.3a does not notice one such end in twenty by itself.
  test('by a signal: the signal is told, every time', async () => {
    await client.call('agents.start', { dir: daemon.workFolder('app'), runtime: 'shell' });
    for (let turn = 0; turn < 5; turn += 1) {
      process.kill(await ofThePane(), 'SIGKILL');
      const after = await waitUntil('it is offline', inspect, ({ reading }) => reading.state === 'offline');
      expect(after.lastEnd).toMatchObject({ how: 'exited', status: null, signal: 9 });
      expect((await client.call('agents.launch', { name: 'app' })).outcome).toBe('ready');
    }
  });

  test('a program that closes its terminal and goes on is not called ended', async () => {
    await shellThatRuns('trap "" HUP; exec sleep 1000 <&- >&- 2>&-');
    const pid = await ofThePane();
    const dead = () => daemon.tmux.run('display-message', '-p', '-t', '=app:', '#{pane_dead}');
    await waitUntil('its terminal is closed', dead, (seen) => seen === '1');
    await waitUntil('it is called ended', async () => (await inspect()).launch === null, Boolean, {
      within: 3_500,
    }).catch(() => undefined);
    expect((await inspect()).launch?.pid).toBe(pid);
    await stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('with its session, ended by hand', async () => {
    await start();
    await daemon.tmux.run('kill-session', '-t', '=app');
    await waitUntil('it is offline', inspect, ({ reading }) => reading.state === 'offline');
    expect((await client.call('agents.launch', { name: 'app' })).outcome).toBe('ready');
  });
});

describe('while someone holds the databases (bug 32)', () => {
  let holders: SQLite.Database[];
  beforeEach(() => {
    holders = [];
  });
  function hold(...files: string[]): void {
    holders = files.map((file) => {
      const holder = new SQLite(file);
      holder.exec('begin exclusive');
      return holder;
    });
  }
  function release(): void {
    for (const holder of holders.splice(0)) {
      holder.exec('rollback');
      holder.close();
    }
  }
  afterEach(release);

  test('a change of settings that waits for them keeps no stop waiting', async () => {
    const agent = await start();
    hold(daemon.folders.database);
    const change = daemon.client().call('agents.set', { name: 'app', environment: { A: '1' } });
    expect((await stop()).outcome).toBe('stopped');
    expect(isAlive(agent.pid)).toBe(false);
    release();
    expect((await change).agent.environmentNames).toEqual(['A']);
  });

  test('a stop works, and what it did is written down when they are free again', async () => {
    const agent = await start();
    hold(daemon.folders.database, daemon.folders.auditLog);
    expect((await stop()).outcome).toBe('stopped');
    expect(isAlive(agent.pid)).toBe(false);
    expect(await sessionIsThere()).toBe(false);
    release();
    const ends = () => {
      const reader = new SQLite(daemon.folders.database, { readonly: true });
      try {
        return reader.prepare('select end_how from launches').pluck().all();
      } finally {
        reader.close();
      }
    };
    await waitUntil('the end is written', ends, ([how]) => how === 'stopped');
  });

  test('a start waits and goes on when it is free', async () => {
    await start();
    await stop();
    hold(daemon.folders.database);
    let settled = false;
    const starting = client.call('agents.launch', { name: 'app' }).finally(() => {
      settled = true;
    });
    await waitUntil('nothing starts', () => settled, Boolean, { within: 1_000 }).catch(() => undefined);
    expect(settled).toBe(false);
    expect(await sessionIsThere()).toBe(false);
    release();
    expect((await starting).outcome).toBe('ready');
  });
});

test('the folder of an agent is never touched', async () => {
  const before = statSync(daemon.workFolder('app')).mtimeMs;
  await start();
  await stop();
  expect(statSync(daemon.workFolder('app')).mtimeMs).toBe(before);
});
