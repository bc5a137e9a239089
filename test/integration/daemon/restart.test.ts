import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { type Client, createClient } from '../../../src-main/client/client.ts';
import { findDaemon } from '../../../src-main/client/find-daemon.ts';
import { type FakeAgents, fakeAgents } from '../../support/fake-agent.ts';
import { type LoaderGate, loaderGate } from '../../support/loader-gate.ts';
import { environmentOf, isAlive, processesWith } from '../../support/processes.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';
import { waitUntil } from '../../support/wait-until.ts';

let held: Disposables;
let fakes: FakeAgents;
let gate: LoaderGate;
let daemon: TestDaemon;
let client: Client;
let pid: number;

beforeEach(async () => {
  held = new Disposables();
  fakes = held.add(await fakeAgents());
  gate = held.add(loaderGate());
  daemon = held.add(
    await testDaemon({
      programs: `${gate.folder}:${fakes.folder}`,
      settings: { 'timing.stop_grace_seconds': 1 },
    }),
  );
  await up();
});
afterEach(async () => {
  gate.open();
  try {
    const { agents } = await client.call('agents.list', {});
    for (const { name } of agents) await client.call('agents.stop', { name });
  } finally {
    await held.dispose();
  }
});

async function up(): Promise<void> {
  pid = await daemon.spawn();
  client = daemon.client();
}

async function crash(): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await waitUntil('the daemon is gone', () => !isAlive(pid));
}

const start = (runtime: 'claude' | 'shell') =>
  client.call('agents.start', { dir: daemon.workFolder('app'), runtime });
const inspect = () => client.call('agents.inspect', { name: 'app' });
const sessions = async (): Promise<string[]> => {
  const listed = await daemon.tmux.run('list-sessions', '-F', '#{session_name}').catch(() => '');
  return listed.split('\n').filter((name) => name !== '' && name !== '_backbone');
};
/** Programs of the agent `app` that run now. */
const programs = (): readonly number[] =>
  processesWith('BACKBONE_AGENT', 'app').filter(
    (one) => environmentOf(one)?.get('BACKBONE_DATA_DIR') === daemon.folders.root,
  );

test('after kill -9 an agent is found again with its launch, its question and its credential', async () => {
  const started = await start('claude');
  const agent = await fakes.next();
  await agent.tell({
    do: 'show',
    scenes: [{ kind: 'dialog', dialog: { form: 'command', command: 'ls' } }],
  });
  const asked = await waitUntil('it asks', inspect, ({ question }) => question !== null);
  const credential = environmentOf(started.agent.launch?.pid ?? 0)?.get('BACKBONE_API_KEY') ?? null;
  await crash();
  expect(isAlive(agent.pid)).toBe(true);

  await up();
  const again = await waitUntil(
    'it is known what it does',
    inspect,
    (seen) => seen.agent.reading.state === 'waiting_for_human',
  );
  expect(again.agent).toMatchObject({ id: started.agent.id, launch: { id: started.agent.launch?.id } });
  expect(again.question).toMatchObject({
    id: asked.question?.id,
    fingerprint: asked.question?.fingerprint,
    askedAt: asked.question?.askedAt,
    state: 'open',
  });
  const { address } = findDaemon(daemon.folders);
  expect((await createClient({ address, credential }).call('agents.list', {})).agents).toHaveLength(1);
  await client.call('agents.approve', { name: 'app' });
  expect(agent.keys()).toHaveLength(1);
});

test('what changed while no daemon ran is seen: a dialog that went, an end with its status', async () => {
  await start('claude');
  const agent = await fakes.next();
  await agent.tell({
    do: 'show',
    scenes: [{ kind: 'dialog', dialog: { form: 'command', command: 'ls' } }],
  });
  await waitUntil('it asks', inspect, ({ question }) => question !== null);
  await crash();
  await agent.tell({ do: 'show', scenes: [{ kind: 'idle' }] });
  await up();
  await waitUntil('nothing is asked', inspect, (seen) => seen.question === null);
  await waitUntil('it is idle', inspect, (seen) => seen.agent.reading.state === 'idle');

  await crash();
  await agent.tell({ do: 'exit', status: 5 }).catch(() => undefined);
  await waitUntil('it ended', () => !isAlive(agent.pid));
  await up();
  expect((await inspect()).agent).toMatchObject({ launch: null, lastEnd: { how: 'exited', status: 5 } });
  await waitUntil('its session is gone', sessions, (left) => left.length === 0);
});

test('a session that went while no daemon ran is a lost launch, and starts again', async () => {
  await start('shell');
  await crash();
  await daemon.tmux.end();
  await up();
  expect((await inspect()).agent).toMatchObject({
    launch: null,
    lastEnd: { how: 'lost' },
    reading: { state: 'offline' },
  });
  expect((await start('shell')).outcome).toBe('ready');
});

test('what was acknowledged is not lost', async () => {
  await start('shell');
  await client.call('agents.stop', { name: 'app' });
  await client.call('agents.rename', { name: 'app', to: 'renamed' });
  await client.call('agents.set', { name: 'renamed', environment: { KEPT: 'yes' } });
  await client.call('settings.set', { key: 'terminal.columns', value: 133 });
  await crash();
  await up();
  const { agents } = await client.call('agents.list', {});
  expect(agents).toMatchObject([
    { name: 'renamed', environmentNames: ['KEPT'], lastEnd: { how: 'stopped' } },
  ]);
  const { settings } = await client.call('settings.list', {});
  expect(settings.find(({ key }) => key === 'terminal.columns')).toMatchObject({ value: 133 });
  const { checks } = await client.call('system.doctor', {});
  const bad = checks.filter(({ name, result }) => /audit|database/.test(name) && result === 'fail');
  expect(bad).toEqual([]);
});

describe('kill -9 during a start', () => {
  test('while the loader works: the program that it becomes is found', async () => {
    gate.close();
    const starting = start('shell').catch(() => null);
    await gate.reached();
    await crash();
    await starting;
    gate.open();
    await waitUntil('the program runs', programs, ([first]) => first !== undefined);
    await up();
    const { agent } = await inspect();
    expect(agent.launch?.pid).toBe(programs()[0]);
    expect((await start('shell')).outcome).toBe('running');
  });

  test('before the loader read its file: nothing stays, and the next start works', async () => {
    gate.close();
    const starting = start('shell').catch(() => null);
    await gate.reached();
    await crash();
    await starting;
    await up();
    expect(await sessions()).toEqual([]);
    gate.open();
    expect((await inspect()).agent).toMatchObject({ launch: null, lastEnd: { how: 'lost' } });
    expect((await start('shell')).outcome).toBe('ready');
    expect(programs()).toHaveLength(1);
  });

  test.each([0, 40, 160])('%d ms after it was asked for', async (moment) => {
    const starting = start('shell').catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, moment));
    await crash();
    await starting;
    await up();
    expect((await start('shell')).outcome).toMatch(/^(ready|running)$/);
    expect(await sessions()).toEqual(['app']);
    expect(programs()).toHaveLength(1);
    expect((await inspect()).agent.launch?.pid).toBe(programs()[0]);
  });
});
