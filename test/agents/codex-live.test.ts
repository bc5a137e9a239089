import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Disposables } from '../../src-main/base/disposable.ts';
import { codex } from '../../src-main/runtimes/codex.ts';
import { openAgentPane } from '../support/agent-pane.ts';
import { matches, waitUntil } from '../support/wait-until.ts';
import { codexHome } from './codex-home.ts';
import { instructions, launchedAgent } from './launched-agent.ts';
import { startModelServer } from './model-server/server.ts';

const resources = new Disposables();
afterEach(() => resources.dispose());

test('Codex is told its personality, asks, is allowed and denied by its keys, and reports by hooks that are trusted alone', async () => {
  const { home, daemon, ask, asked, stateIs, told } = resources.add(await launchedAgent('codex', codexHome));
  const settings = path.join(home.home, '.codex/config.toml');
  const client = daemon.client();

  await ask('run: touch proof.txt\nsay: all done');
  const question = await asked();
  expect(question).toMatchObject({
    kind: 'permission',
    subject: { form: 'command', command: 'touch proof.txt', description: 'May it run outside the sandbox?' },
  });
  const proof = path.join(home.project, 'proof.txt');
  expect(existsSync(proof)).toBe(false);
  await client.call('agents.approve', { name: 'project' });
  await waitUntil('the command ran', () => existsSync(proof));
  const idle = await stateIs('idle');
  expect(idle.lastMessage).toBe('all done');
  expect(idle.launch).toMatchObject({ leak: 'clean', runtimeVersion: '0.171.0' });
  expect(told()).toContain(instructions);

  await ask('run: touch second.txt');
  await asked();
  await client.call('agents.deny', { name: 'project' });
  const refused = await stateIs('idle');
  expect(
    refused.reading.evidence.some(({ source, says }) => source === 'hook' && says === 'was interrupted'),
  ).toBe(true);
  expect(existsSync(path.join(home.project, 'second.txt'))).toBe(false);
  // What Codex notes about itself there is its own affair.
  const noted = readFileSync(settings, 'utf8');
  for (const ours of [daemon.folders.root, instructions, 'hooks']) expect(noted).not.toContain(ours);
});

test('Codex at work, with a draft, and with a failing provider; the question of trust is no question to answer', async () => {
  const server = resources.add(await startModelServer());
  const home = resources.add(await codexHome({ port: server.port, trusted: false }));
  const pane = resources.add(await openAgentPane({ ...home, dir: home.project }));
  const sees = (what: string, expected: object) =>
    waitUntil(
      what,
      async () => codex.observe(await pane.screen()),
      (seen) => matches(seen, expected),
      {
        within: 2_000,
      },
    );
  const submit = async (text: string): Promise<void> => {
    await pane.paste(text);
    await pane.until('the text', new RegExp(`› ${text}`));
    await pane.press('Enter');
  };
  await pane.until('the question', /Trust and continue/);
  const trust = await sees('the question', { state: 'waiting_for_human', dialog: { kind: 'other' } });
  expect(trust.dialog?.keys).toEqual({});
  await pane.press('Enter');
  await pane.until('the input box', /Ask Codex to do anything/);
  await sees('idle', { state: 'idle', input: 'empty' });
  await submit('slow: 30');
  await pane.until('words', /word2/);
  await sees('busy', { state: 'busy', input: 'empty' });
  await pane.type('and another thing');
  await sees('busy with a draft', { state: 'busy', input: 'draft' });
  await pane.press('C-u');
  await sees('busy without', { state: 'busy', input: 'empty' });
  await pane.press('Escape');
  await pane.until('the interruption', /Conversation interrupted/);
  await sees('idle after Escape', { state: 'idle', dialog: null });
  await submit('fail: 401');
  await pane.until('the failure', /401 Unauthorized/);
  await sees('a failing provider', { state: 'blocked', reason: 'provider' });
});
