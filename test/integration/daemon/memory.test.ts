import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Agent } from '../../../src-main/contract/agent.ts';
import { openDatabase } from '../../../src-main/storage/database.ts';
import { type FakeAgents, fakeAgents } from '../../support/fake-agent.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';
import { waitUntil } from '../../support/wait-until.ts';

let fakes: FakeAgents;
let daemon: TestDaemon;

beforeEach(async () => {
  fakes = await fakeAgents();
  daemon = await testDaemon({ programs: fakes.folder });
});
afterEach(async () => {
  await daemon.client().call('agents.stop', { name: 'project' });
  await daemon.dispose();
  await fakes.dispose();
});

const inspect = async (): Promise<Agent> =>
  (await daemon.client().call('agents.inspect', { name: 'project' })).agent;

test('an agent’s last words and the age of its state outlive a restart', async () => {
  const first = await daemon.start();
  await daemon.client().call('agents.start', { dir: daemon.workFolder('project'), runtime: 'claude' });
  const agent = await fakes.next();
  await agent.tell({ do: 'report', event: 'Stop', fields: { last_assistant_message: 'All is done.' } });
  const before = await waitUntil(
    'the words are known',
    inspect,
    ({ lastMessage }) => lastMessage === 'All is done.',
  );
  await first.close();

  await daemon.start();
  const after = await waitUntil('the state is confirmed', inspect, ({ reading }) => !reading.stale);
  expect(after.lastMessage).toBe('All is done.');
  expect(after.reading).toMatchObject({ state: before.reading.state, since: before.reading.since });
});

test('an agent whose start the daemon did not live to check is checked when it is taken up', async () => {
  const first = await daemon.start();
  await daemon.client().call('agents.start', { dir: daemon.workFolder('project'), runtime: 'claude' });
  await first.close();
  const database = await openDatabase(daemon.folders.database);
  await database.write((connection) => connection.exec('update launches set leak = null, leak_note = null'));
  await database.dispose();

  await daemon.start();
  expect((await inspect()).launch).toMatchObject({ leak: 'clean', leakNote: null });
});
