import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Disposables } from '../../src-main/base/disposable.ts';
import { launchChromium } from '../support/chromium.ts';
import { takePicture } from '../support/take-picture.ts';
import { type TestDaemon, testDaemon } from '../support/test-daemon.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { AgentHome } from './agent-home.ts';
import { claudeHome } from './claude-home.ts';
import { type ModelServer, startModelServer } from './model-server/server.ts';

const secret = 'value-of-the-key-4711';
const instructions = 'Speak of the harbour in every answer.';

let browser: Browser;
let resources: Disposables;
let server: ModelServer;
let home: AgentHome;
let daemon: TestDaemon;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  resources = new Disposables();
  server = resources.add(await startModelServer());
  home = resources.add(await claudeHome({ port: server.port }));
  daemon = resources.add(
    await testDaemon({
      programs: path.dirname(home.program),
      environment: { ...home.environment, AGENT_MASTER_KEY: 'passphrase of the vault' },
    }),
  );
  await daemon.spawn();
});
afterEach(async () => {
  await daemon.client().call('agents.stop', { name: 'project' });
  await resources.dispose();
});

test('Claude Code gets the personality of its lock, and the key that a person gave it in the panel, and no other', async () => {
  const client = daemon.client();
  await client.call('keys.add', { name: 'HARBOUR_KEY', value: secret });
  await client.call('keys.add', { name: 'OTHER_KEY', value: 'not for this one' });
  await client.call('locks.create', {
    folder: home.project,
    credentials: { HARBOUR_KEY: { why: 'to ask the harbour office' }, OTHER_KEY: {} },
    personality: { system_prompt: instructions, tone: 'salty' },
  });
  const begun = await client.call('agents.start', { dir: home.project, runtime: 'claude' });
  expect(begun).toMatchObject({ outcome: 'waiting_for_human', agent: { launch: null } });

  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });
  resources.defer(() => page.close());
  await page.goto(daemon.panelAddress());
  // The keys are asked for one after the other, in whichever order they stand.
  for (let left = 2; left > 0; left -= 1) {
    const question = page.getByRole('region', { name: /Give a key to an agent/ }).first();
    await question.waitFor();
    if (left === 2) {
      await takePicture(page, 'key-dark');
      const light = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
      resources.defer(() => light.close());
      await light.goto(daemon.panelAddress());
      await light
        .getByRole('region', { name: /Give a key to an agent/ })
        .first()
        .waitFor();
      await expect.poll(() => light.getByRole('button', { name: /^Give for this/ }).isEnabled()).toBe(true);
      await takePicture(light, 'key-light');
    }
    const isOther = (await question.innerText()).includes('OTHER_KEY');
    const button = question.getByRole('button', { name: isOther ? /^Deny/ : /^Give for this launch/ });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.click();
    await waitUntil(
      'it was answered',
      () => client.call('questions.list', {}),
      ({ questions }) => questions.length < left,
    );
  }
  expect(await page.content()).not.toContain(secret);

  await waitUntil(
    'Claude Code is there',
    () => client.call('agents.inspect', { name: 'project' }),
    ({ agent }) => agent.reading.state === 'idle',
    { within: 30_000 },
  );
  const command = 'printf "%s %s" "$HARBOUR_KEY" "${OTHER_KEY-none}" > seen.txt';
  await daemon.tmux.run('send-keys', '-l', '-t', '=project:', `run: ${command}`);
  await waitUntil(
    'the words are in the box',
    () => daemon.tmux.run('capture-pane', '-p', '-t', '=project:'),
    (screen) => screen.includes('seen.txt'),
  );
  await daemon.tmux.run('send-keys', '-t', '=project:', 'Enter');
  await waitUntil(
    'it asks',
    () => client.call('questions.list', {}),
    ({ questions }) => questions.some(({ kind }) => kind === 'permission'),
  );
  await client.call('agents.approve', { name: 'project' });
  const seen = path.join(home.project, 'seen.txt');
  await waitUntil(
    'the command ran',
    () => {
      try {
        return readFileSync(seen, 'utf8');
      } catch {
        return '';
      }
    },
    (text) => text === `${secret} none`,
  );

  const told = server.requests.map(({ system }) => system).filter((system) => system.includes(instructions));
  expect(told.length).toBeGreaterThan(0);
  expect(told[0]).toContain('Tone: salty');
  const { records } = await client.call('audit.list', { limit: 500 });
  expect(JSON.stringify(records)).not.toContain(secret);
  expect(records.find(({ kind }) => kind === 'key.injected')?.details['keys']).toEqual([
    'HARBOUR_KEY (vault)',
  ]);
  expect(records.find(({ kind }) => kind === 'key.denied')?.details['key']).toBe('OTHER_KEY');
});
