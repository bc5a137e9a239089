import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../src-main/client/client.ts';
import { type FakeAgents, fakeAgents } from '../../support/fake-agent.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';

let fakes: FakeAgents;
let daemon: TestDaemon;
let client: Client;
let dir: string;

beforeEach(async () => {
  fakes = await fakeAgents();
  daemon = await testDaemon({ programs: fakes.folder });
  await daemon.start();
  client = daemon.client();
  dir = daemon.workFolder('project');
});

afterEach(async () => {
  await client.call('agents.stop', { name: 'project' });
  await daemon.dispose();
  await fakes.dispose();
});

test('what runs is read by the rules that it was started with, whatever is saved meanwhile', async () => {
  await client.call('agents.start', { dir, runtime: 'claude' });
  const elsewhere = daemon.workFolder('elsewhere');
  for (const change of [{ runtime: 'shell' as const }, { dir: elsewhere }]) {
    await expect(client.call('agents.set', { name: 'project', ...change })).rejects.toMatchObject({
      code: 'agent_running',
    });
  }
  await client.call('agents.set', { name: 'project', runtime: 'claude', dir, model: 'opus' });
  const { agent } = await client.call('agents.inspect', { name: 'project' });
  expect(agent).toMatchObject({ runtime: 'claude', dir, model: 'opus' });
  await client.call('agents.stop', { name: 'project' });
  const changed = await client.call('agents.set', { name: 'project', runtime: 'shell', dir: elsewhere });
  expect(changed.agent).toMatchObject({ runtime: 'shell', dir: elsewhere, model: null });
});

test('a start that is under way keeps its program when another start names a different one', async () => {
  const first = client.call('agents.start', { dir, runtime: 'claude' });
  await client.call('agents.list', {});
  const second = client.call('agents.start', { dir, runtime: 'shell' }).catch((error: unknown) => error);
  await first;
  await second;
  const { agent, processes } = await client.call('agents.inspect', { name: 'project' });
  const program = processes.some(({ command }) => command.startsWith('claude')) ? 'claude' : 'shell';
  expect(agent.runtime).toBe(program);
});
