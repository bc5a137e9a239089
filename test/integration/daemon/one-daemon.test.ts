import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../../../src-main/base/run-command.ts';
import { findDaemon } from '../../../src-main/client/find-daemon.ts';
import { type FakeAgents, fakeAgents } from '../../support/fake-agent.ts';
import { isAlive, processFacts } from '../../support/processes.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';
import { waitUntil } from '../../support/wait-until.ts';

const command = fileURLToPath(new URL('../../../src-main/cli/backbone.ts', import.meta.url));
let fakes: FakeAgents;
let daemon: TestDaemon;

beforeEach(async () => {
  fakes = await fakeAgents();
  daemon = await testDaemon({
    programs: fakes.folder,
    settings: { 'timing.stop_grace_seconds': 1 },
  });
});
afterEach(async () => {
  await daemon.dispose();
  await fakes.dispose();
});

const kill = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGKILL');
  await waitUntil('it is gone', () => !isAlive(pid));
};

/** A try to start a second daemon, to its end. */
const tryUp = async (): Promise<string> => {
  const { errors } = await runCommand(process.execPath, [command, 'up', '--json'], {
    environment: daemon.environment,
    timeout: 30_000,
  });
  return errors;
};

describe('what a dead daemon left blocks no start (bugs 82, 83)', () => {
  test('an endpoint and a pid that belong to other programs by now', async () => {
    await kill(await daemon.spawn());
    const stale = { pid: process.pid, address: 'http://127.0.0.1:9', startedAt: 1, version: '0.0.1' };
    writeFileSync(daemon.folders.endpoint, JSON.stringify(stale), { mode: 0o600 });
    writeFileSync(`${daemon.folders.lock}.pid`, `${process.pid}\n`, { mode: 0o600 });
    const pid = await daemon.spawn();
    expect(findDaemon(daemon.folders).pid).toBe(pid);
    await daemon.client().call('agents.list', {});
  });

  test('an endpoint that is no endpoint', async () => {
    writeFileSync(daemon.folders.endpoint, '[]', { mode: 0o600 });
    await daemon.start();
    await daemon.client().call('agents.list', {});
  });

  test('it writes again after a crash (bug 35)', async () => {
    await kill(await daemon.spawn());
    await daemon.start();
    const client = daemon.client();
    await client.call('settings.set', { key: 'terminal.rows', value: 44 });
    const { settings } = await client.call('settings.list', {});
    expect(settings.find(({ key }) => key === 'terminal.rows')?.value).toBe(44);
  });
});

test('a daemon that stands still is slow, not dead: nobody takes its place, and it goes on', async () => {
  const pid = await daemon.spawn();
  const before = readFileSync(daemon.folders.endpoint, 'utf8');
  process.kill(pid, 'SIGSTOP');
  await waitUntil('it stands still', () => processFacts(pid)?.state === 'T');
  for (const errors of [await tryUp(), await tryUp()]) expect(errors).toContain('daemon_running');
  expect(readFileSync(daemon.folders.endpoint, 'utf8')).toBe(before);
  process.kill(pid, 'SIGCONT');
  await daemon.client().call('agents.list', {});
});

test('of daemons that are started at once for one directory exactly one runs', async () => {
  const children: ChildProcess[] = Array.from({ length: 3 }, () =>
    spawn(process.execPath, [command, 'up', '--json'], {
      env: daemon.environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  const said = children.map((child) => {
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
    return () => text;
  });
  const running = () => children.flatMap((child, at) => (child.exitCode === null ? [at] : []));
  try {
    const [winner = 0] = await waitUntil('all but one ended', running, (left) => left.length === 1, {
      within: 30_000,
    });
    await waitUntil('the one answers', () => daemon.client().call('agents.list', {}), Boolean, {
      within: 30_000,
    });
    expect(findDaemon(daemon.folders).pid).toBe(children[winner]?.pid);
    for (const [at, words] of said.entries()) if (at !== winner) expect(words()).toContain('daemon_running');
  } finally {
    for (const at of running()) await kill(children[at]?.pid ?? 0);
  }
});

describe('agents outlive the daemon', () => {
  const inspect = () => daemon.client().call('agents.inspect', { name: 'app' });
  const stop = () => daemon.client().call('agents.stop', { name: 'app' });
  const launch = async () => {
    const dir = daemon.workFolder('app');
    const { agent } = await daemon.client().call('agents.start', { dir, runtime: 'claude' });
    return { fake: await fakes.next(), id: agent.launch?.id ?? '' };
  };

  test('it ends and starts again: the agent goes on, and what it reported meanwhile is known', async () => {
    const first = await daemon.start();
    const { fake, id } = await launch();
    expect(await first.close()).toBe(1);
    expect(isAlive(fake.pid)).toBe(true);
    await fake.tell({ do: 'report', event: 'Stop', fields: { last_assistant_message: 'all done' } });
    await daemon.start();
    const { agent } = await waitUntil(
      'its words are known',
      inspect,
      (seen) => seen.agent.lastMessage !== null,
    );
    expect(agent).toMatchObject({ launch: { id }, lastMessage: 'all done', reading: { state: 'idle' } });
    await stop();
  });

  test('five hundred events while no daemon runs: few are kept, and they are gone once one runs', async () => {
    const first = await daemon.start();
    const { id } = await launch();
    await first.close();
    const event = JSON.stringify({
      hook_event_name: 'Stop',
      session_id: 's',
      last_assistant_message: 'newest',
    });
    const reports = `i=0; while [ $i -lt 500 ]; do printf %s '${event}' | '${path.join(daemon.folders.hooks, 'report')}' claude; i=$((i+1)); done`;
    const { status } = await runCommand('/bin/sh', ['-c', reports], {
      environment: {
        ...daemon.environment,
        BACKBONE_LAUNCH_ID: id,
        BACKBONE_STATE_DIR: daemon.folders.state,
      },
      timeout: 60_000,
    });
    expect(status).toBe(0);
    const waiting = readdirSync(daemon.folders.spool).length;
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThanOrEqual(200);
    await daemon.start();
    await waitUntil('the spool is empty', () => readdirSync(daemon.folders.spool).length === 0);
    expect((await inspect()).agent.lastMessage).toBe('newest');
    await stop();
  });

  test('tmux itself ends under the daemon: its agents are offline, and the next start works', async () => {
    await daemon.start();
    const { fake } = await launch();
    await daemon.tmux.run('kill-server');
    const { agent } = await waitUntil(
      'it is offline',
      inspect,
      (seen) => seen.agent.reading.state === 'offline',
    );
    expect(agent.lastEnd).toMatchObject({ how: 'exited', status: null });
    await waitUntil('its program ended', () => !isAlive(fake.pid));
    expect((await daemon.client().call('agents.launch', { name: 'app' })).outcome).toBe('ready');
    await stop();
  });
});
