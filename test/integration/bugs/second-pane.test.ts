import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../src-main/client/client.ts';
import type { Daemon } from '../../../src-main/daemon/create-daemon.ts';
import { type FakeAgents, fakeAgents } from '../../support/fake-agent.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';
import { waitUntil } from '../../support/wait-until.ts';

let fakes: FakeAgents;
let daemon: TestDaemon;
let client: Client;
let running: Daemon;

beforeEach(async () => {
  fakes = await fakeAgents();
  daemon = await testDaemon({ programs: fakes.folder });
  running = await daemon.start();
  client = daemon.client();
  await client.call('agents.start', { dir: daemon.workFolder('project'), runtime: 'claude' });
});

afterEach(async () => {
  await client.call('agents.stop', { name: 'project' });
  await daemon.dispose();
  await fakes.dispose();
});

test('a daemon that starts anew finds the agent behind a second pane', async () => {
  await daemon.tmux.run('split-window', '-t', '=project:', 'sleep 1000');
  const { agent: before } = await client.call('agents.inspect', { name: 'project' });
  await running.close();
  running = await daemon.start();
  client = daemon.client();
  const { agent } = await client.call('agents.inspect', { name: 'project' });
  expect(agent.launch?.id).toBe(before.launch?.id);
});

test.each(['split-window', 'new-window'])(
  'the end of the agent is seen behind another pane: %s',
  async (how) => {
    await daemon.tmux.run(how, '-t', '=project:', 'sleep 1000');
    const fake = await fakes.next();
    await fake.tell({ do: 'exit', status: 3 }).catch(() => undefined);
    const { agent } = await waitUntil(
      'it is offline',
      () => client.call('agents.inspect', { name: 'project' }),
      ({ agent: { reading } }) => reading.state === 'offline',
    );
    expect(agent.lastEnd).toMatchObject({ how: 'exited', status: 3 });
  },
);
