import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import type { FakeSetup } from '../../fixtures/fake-agent/protocol.ts';
import { openAgentPane } from '../../support/agent-pane.ts';
import { fakeAgents } from '../../support/fake-agent.ts';
import { isAlive } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait-until.ts';

const resources = new Disposables();
afterEach(() => resources.dispose());

const command = { kind: 'dialog', dialog: { form: 'command', command: 'git push' } } as const;

async function paneWith(setup: FakeSetup = {}, programArguments: readonly string[] = []) {
  const fakes = resources.add(await fakeAgents(setup));
  const dir = resources.add(temporaryFolder('project')).path;
  const pane = resources.add(
    await openAgentPane({
      program: path.join(fakes.folder, 'claude'),
      arguments: programArguments,
      environment: { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', HOME: dir },
      dir,
    }),
  );
  return { fakes, dir, pane };
}

async function agentWith(setup: FakeSetup = {}, programArguments: readonly string[] = []) {
  const { fakes, ...rest } = await paneWith(setup, programArguments);
  return { ...rest, agent: await fakes.next() };
}

test('a dialog is on screen when the command to show it is done, and can be swapped and taken away', async () => {
  const { agent, pane } = await agentWith();
  const text = async (): Promise<string> => (await pane.screen()).lines.join('\n');
  await agent.tell({ do: 'show', scenes: [command] });
  await waitUntil('the dialog', text, (screen) => /git push[\s\S]*proceed\?\n ❯ 1\. Yes/.test(screen));
  await agent.tell({
    do: 'show',
    scenes: [{ kind: 'dialog', dialog: { form: 'command', command: 'rm -rf /' } }],
  });
  await waitUntil('the other', text, (screen) => screen.includes('rm -rf /') && !screen.includes('git push'));
  await agent.tell({ do: 'show', scenes: [{ kind: 'idle' }] });
  await waitUntil('no dialog', text, (screen) => !screen.includes('proceed?'));
});

test('two dialogs in a row, the second one refused', async () => {
  const { agent, pane } = await agentWith();
  await agent.tell({
    do: 'show',
    scenes: [command, { kind: 'dialog', dialog: { form: 'command', command: 'second' } }],
  });
  await pane.press('Enter');
  await pane.until('the second dialog', /second/);
  await pane.press('Escape');
  await pane.until('the end', /Interrupted/);
  expect(agent.keys()).toEqual(['Enter', 'Escape']);
  expect(agent.messages.flatMap((message) => (message.is === 'answered' ? [message.how] : []))).toEqual([
    'allow',
    'deny',
  ]);
});

test('a preselected negative answer is what Enter gives', async () => {
  const { agent, pane } = await agentWith({
    first: { kind: 'dialog', dialog: { form: 'preselected-no', question: 'Sure?' } },
  });
  await pane.until('the dialog', /❯ 2\. No \(recommended\)/);
  await pane.press('Enter');
  await waitUntil('the answer', () => agent.messages.find(({ is }) => is === 'answered'));
  expect(agent.messages).toContainEqual({ is: 'answered', how: 'deny' });
});

test('left alone it asks before it runs what was typed', async () => {
  const { dir, pane } = await agentWith();
  await pane.type('run: touch proof.txt');
  await pane.press('Enter');
  await pane.until('the dialog', /touch proof\.txt\n {3}Run a command/);
  expect(existsSync(path.join(dir, 'proof.txt'))).toBe(false);
  await pane.press('1');
  await pane.until('the end', /^● done/m);
  expect(existsSync(path.join(dir, 'proof.txt'))).toBe(true);
});

test('a turn is interrupted by Escape', async () => {
  const { pane } = await agentWith();
  await pane.type('slow: 600');
  await pane.press('Enter');
  await pane.until('the spinner', /Working…/);
  await pane.press('Escape');
  await pane.until('the interruption', /Interrupted/);
  expect((await pane.screen()).title).toBe('✳ Claude Code');
});

test('a long paste is folded on screen and whole when sent', async () => {
  const { agent, pane } = await agentWith();
  await pane.paste('one\ntwo\nthree\nfour');
  await pane.until('the placeholder', /❯.\[Pasted text #1 \+3 lines\]/);
  await pane.press('Enter');
  await pane.until('the answer', /● echo: one/);
  expect(agent.messages).toContainEqual({ is: 'submitted', text: 'one\ntwo\nthree\nfour' });
});

test('events go through the hooks of the settings file, and none with hooks off', async () => {
  const folder = resources.add(temporaryFolder('hooks')).path;
  const settings = path.join(folder, 'settings.json');
  const hook = { hooks: [{ type: 'command', command: `cat > '${folder}/event'` }] };
  writeFileSync(settings, JSON.stringify({ hooks: { Stop: [hook], Notification: [hook] } }));
  const silent = await agentWith({ hooks: false }, ['--settings', settings]);
  await silent.agent.tell({ do: 'report', event: 'Stop', fields: {} });
  expect(existsSync(path.join(folder, 'event'))).toBe(false);
  const { agent } = await agentWith({}, ['--settings', settings]);
  await agent.tell({ do: 'report', event: 'Stop', fields: {} });
  expect(existsSync(path.join(folder, 'event'))).toBe(true);
});

test('an exit at once leaves its line and status', async () => {
  const { pane } = await paneWith({ exit: { status: 3, line: 'bad configuration' } });
  const printed = await waitUntil(
    'the status',
    async () => {
      await pane.remind();
      return pane.scrollback();
    },
    (text) => /Pane is dead \(status 3/.test(text),
  );
  expect(printed).toContain('bad configuration');
});

test('a child in a session of its own outlives the agent', async () => {
  const { agent } = await agentWith();
  const child = (await agent.tell({ do: 'orphan' })) ?? 0;
  await agent.tell({ do: 'exit', status: 0 }).catch(() => undefined);
  await waitUntil(
    'the agent is gone',
    () => isAlive(agent.pid),
    (alive) => !alive,
  );
  expect(isAlive(child)).toBe(true);
  process.kill(child, 'SIGKILL');
});

test('it can be deaf to SIGTERM, and floods, and writes what it is told', async () => {
  const { agent, pane } = await agentWith({ ignoreTerm: true });
  process.kill(agent.pid, 'SIGTERM');
  await agent.tell({ do: 'flood', lines: 2_000 });
  await pane.until('the last line of the flood', /flood line 2000/);
  await agent.tell({ do: 'write', text: '\u001B]0;a title of its own\u0007' });
  await waitUntil(
    'the title',
    async () => (await pane.screen()).title,
    (title) => title === 'a title of its own',
  );
  process.kill(agent.pid, 'SIGKILL');
});
