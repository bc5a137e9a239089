import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operatorKeyIn } from '../../../src-main/authority/operator-key.ts';
import { Disposables } from '../../../src-main/base/disposable.ts';
import type { Client } from '../../../src-main/client/client.ts';
import { readEnvironmentFile } from '../../../src-main/secrets/environment-file.ts';
import { type FakeAgents, fakeAgents } from '../../support/fake-agent.ts';
import { isAlive, processesWith } from '../../support/processes.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';
import { waitUntil } from '../../support/wait-until.ts';

let held: Disposables;
let fakes: FakeAgents;
let daemon: TestDaemon;
let client: Client;

beforeEach(async () => {
  held = new Disposables();
  fakes = held.add(await fakeAgents());
  await use(fakes.folder);
});
afterEach(async () => {
  try {
    const { agents } = await client.call('agents.list', {});
    for (const { name } of agents) await client.call('agents.stop', { name });
  } finally {
    await held.dispose();
  }
});

/** @param programs what stands first on the daemon's PATH */
async function use(programs: string): Promise<void> {
  daemon = held.add(
    await testDaemon({
      programs,
      environment: { PATH: '/usr/bin:/bin' },
      settings: { 'timing.start_timeout_seconds': 20, 'timing.stop_grace_seconds': 1 },
    }),
  );
  await daemon.start();
  client = daemon.client();
}

/** Names of the sessions that tmux has, ours apart. */
async function sessions(): Promise<string[]> {
  const listed = await daemon.tmux.run('list-sessions', '-F', '#{session_name}').catch(() => '');
  return listed.split('\n').filter((name) => name !== '' && name !== '_backbone');
}

const start = (name = 'project') =>
  client.call('agents.start', { dir: daemon.workFolder(name), runtime: 'claude' });
const shell = (name: string) =>
  client.call('agents.start', { dir: daemon.workFolder(name), runtime: 'shell' });

describe('a start says how far it came', () => {
  test('ready', async () => {
    const { outcome, agent, registered, end, question } = await start();
    expect({ outcome, registered, end, question }).toEqual({
      outcome: 'ready',
      registered: true,
      end: null,
      question: null,
    });
    expect(agent.reading.state).toBe('idle');
    expect(agent.launch).toMatchObject({ leak: 'clean', columns: 120, rows: 40, runtimeVersion: '2.1.197' });
    expect(await sessions()).toEqual(['project']);
  });

  test('waiting for a person, with the question', async () => {
    fakes.setUp({ first: { kind: 'dialog', dialog: { form: 'trust' } } });
    const { outcome, question } = await start();
    expect(outcome).toBe('waiting_for_human');
    expect(question).toMatchObject({ agent: 'project', state: 'open', answers: [] });
  });

  test('exited, with its status and the last lines (bug 7)', async () => {
    fakes.setUp({ exit: { status: 3, line: 'error: no such option' } });
    const { outcome, end, agent } = await start();
    expect(outcome).toBe('exited');
    expect(end).toMatchObject({ how: 'exited', status: 3, signal: null });
    expect(end?.lastLines.join('\n')).toContain('error: no such option');
    expect(agent).toMatchObject({ reading: { state: 'offline' }, launch: null, lastEnd: { status: 3 } });
    await waitUntil('the session is gone', sessions, (left) => left.length === 0);
  });

  test('timeout, and the agent goes on', async () => {
    await client.call('settings.set', { key: 'timing.start_timeout_seconds', value: 1 });
    fakes.setUp({ hooks: false, first: { kind: 'strange', rows: ['Loading …'] } });
    const { outcome, agent } = await start();
    expect(outcome).toBe('timeout');
    expect(agent.reading.state).toBe('starting');
    expect(await sessions()).toEqual(['project']);
  });

  test('running, when it does already, and not waited', async () => {
    await start();
    expect(await start()).toMatchObject({ outcome: 'running', registered: false });
    const dir = daemon.workFolder('other');
    const { outcome } = await client.call('agents.start', { dir, runtime: 'claude', wait: false });
    expect(outcome).toBe('not_waited');
    expect(fakes.started.length).toBeLessThanOrEqual(2);
  });
});

describe('a start that cannot be', () => {
  test('the folder is no folder: nothing is registered', async () => {
    const dir = `${daemon.root}/nowhere`;
    await expect(client.call('agents.start', { dir, runtime: 'claude' })).rejects.toMatchObject({
      code: 'folder_missing',
    });
    expect((await client.call('agents.list', {})).agents).toEqual([]);
  });

  test('the folder of a known agent is gone', async () => {
    await start();
    await client.call('agents.stop', { name: 'project' });
    rmSync(daemon.workFolder('project'), { recursive: true });
    await expect(client.call('agents.launch', { name: 'project' })).rejects.toMatchObject({
      code: 'folder_missing',
    });
    expect(await sessions()).toEqual([]);
    expect((await client.call('agents.inspect', { name: 'project' })).agent.launch).toBeNull();
  });

  test('the runtime is not installed: it says how to get it, and nothing is registered', async () => {
    await use('/nowhere');
    await expect(start()).rejects.toMatchObject({
      code: 'runtime_missing',
      message: expect.stringContaining('npm install') as string,
    });
    expect((await client.call('agents.list', {})).agents).toEqual([]);
  });

  test('a session of that name is someone else’s: it is left alone', async () => {
    await daemon.tmux.run('new-session', '-d', '-s', 'project', 'exec sleep 1000');
    await expect(start()).rejects.toMatchObject({ code: 'launch_failed' });
    expect(await sessions()).toEqual(['project']);
    expect(await daemon.tmux.run('display-message', '-p', '-t', '=project:', '#{pane_current_command}')).toBe(
      'sleep',
    );
  });
});

test('a secret of ours in the agent’s own settings is found: names only, nothing is left running', async () => {
  const key = operatorKeyIn(readEnvironmentFile(daemon.folders.environmentFile));
  await shell('app');
  await client.call('agents.stop', { name: 'app' });
  await client.call('agents.set', { name: 'app', environment: { NOTE: `see ${key}`, FINE: 'fine' } });
  const failure: unknown = await client
    .call('agents.launch', { name: 'app' })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'leak_found', details: ['NOTE'] });
  expect(String(failure)).not.toContain(key);
  expect(await sessions()).toEqual([]);
  expect(processesWith('FINE', 'fine')).toEqual([]);
  expect((await client.call('agents.inspect', { name: 'app' })).agent.launch).toBeNull();
  expect(daemon.logged.join('')).not.toContain(key);
  // The name may be taken out, and the agent starts.
  await client.call('agents.set', { name: 'app', environment: { FINE: 'fine' } });
  expect((await client.call('agents.launch', { name: 'app' })).outcome).toBe('ready');
});

test('a name of ours is refused in an agent’s settings, and one that looks like a secret draws a word', async () => {
  await shell('app');
  await expect(
    client.call('agents.set', { name: 'app', environment: { BACKBONE_API_KEY: 'x' } }),
  ).rejects.toMatchObject({ code: 'invalid_input' });
  const { warnings } = await client.call('agents.set', { name: 'app', environment: { MY_TOKEN: 'x' } });
  expect(warnings.join()).toContain('MY_TOKEN');
});

describe('names (bugs 1 to 5)', () => {
  test.each([
    ['a.b.c', 'a-b-c'],
    ['10.0.0.5', '10-0-0-5'],
    ['proj:x', 'proj-x'],
    ['app_3.1.9', 'app_3-1-9'],
  ])('the folder %j is the agent %j from start to stop', async (folder, name) => {
    const { agent } = await shell(folder);
    expect(agent.name).toBe(name);
    expect(agent.dir).toBe(daemon.workFolder(folder));
    expect(await sessions()).toEqual([name]);
    expect((await client.call('agents.screen', { name })).columns).toBe(120);
    const { outcome } = await client.call('agents.stop', { name });
    expect(outcome).toBe('stopped');
    expect(await sessions()).toEqual([]);
    expect((await shell(folder)).agent.id).toBe(agent.id);
  });

  test('an agent whose name begins another one’s is told apart from it', async () => {
    const second = await shell('app-2');
    const dir = daemon.workFolder('app');
    await expect(client.call('agents.stop', { name: 'app' })).rejects.toMatchObject({ code: 'not_found' });
    const first = await client.call('agents.start', { dir, runtime: 'shell' });
    expect(first.outcome).toBe('ready');
    expect((await client.call('agents.stop', { name: 'app' })).outcome).toBe('stopped');
    expect((await client.call('agents.stop', { name: 'app' })).outcome).toBe('not_running');
    expect(await sessions()).toEqual(['app-2']);
    expect(isAlive(second.agent.launch?.pid ?? 0)).toBe(true);
  });
});

test('twenty starts at once all come up, each in a session of its own', async () => {
  const names = Array.from({ length: 20 }, (_, number) => `agent-${number + 1}`);
  const started = await Promise.all(names.map((name) => shell(name)));
  expect(started.map(({ outcome }) => outcome)).toEqual(names.map(() => 'ready'));
  expect(new Set(started.map(({ agent }) => agent.launch?.pid)).size).toBe(20);
  expect((await sessions()).sort()).toEqual([...names].sort());
  await Promise.all(names.map((name) => client.call('agents.stop', { name })));
  expect(await sessions()).toEqual([]);
});
