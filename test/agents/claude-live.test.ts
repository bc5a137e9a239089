import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Disposables } from '../../src-main/base/disposable.ts';
import { openAgentPane } from '../support/agent-pane.ts';
import { waitUntil } from '../support/wait-until.ts';
import { claudeHome } from './claude-home.ts';
import { startModelServer } from './model-server/server.ts';

const resources = new Disposables();
afterEach(() => resources.dispose());

/** The real Claude Code in a pane of its own, idle. */
async function claude(options: { trusted?: boolean; keyApproved?: boolean } = {}) {
  const server = resources.add(await startModelServer());
  const home = resources.add(await claudeHome({ port: server.port, ...options }));
  const pane = resources.add(await openAgentPane({ ...home, dir: home.project }));
  return { server, home, pane };
}

test('a real turn: the script is asked for, the dialog comes, the command runs', async () => {
  const { server, home, pane } = await claude();
  await pane.until('the input box', /^❯\s*$/m);
  await pane.type('run: touch proof.txt');
  await pane.press('Enter');
  await pane.until('the dialog', /Do you want to proceed\?\n ❯ 1\. Yes/);
  expect(existsSync(path.join(home.project, 'proof.txt'))).toBe(false);
  await pane.press('1');
  await pane.until('the end of the turn', /^● done/m);
  await waitUntil('the proof', () => existsSync(path.join(home.project, 'proof.txt')));
  const turns = server.requests.filter(({ background }) => !background);
  expect(turns.map(({ conversation }) => conversation?.results)).toEqual([0, 1]);
});

test('a folder that is not trusted, and a key that is not approved, are asked about', async () => {
  const { pane } = await claude({ trusted: false });
  await pane.until('the question', /Yes, I trust this folder/);
  const second = await claude({ keyApproved: false });
  await second.pane.until('the question', /Do you want to use this API key\?/);
});

test('nothing but the model server was asked', async () => {
  const { server, pane } = await claude();
  await pane.until('the input box', /^❯\s*$/m);
  await pane.type('say: hello');
  await pane.press('Enter');
  await pane.until('the answer', /^● hello/m);
  expect(new Set(server.requests.map((request) => request.path))).toEqual(new Set(['/', '/v1/messages']));
});
