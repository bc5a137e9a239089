import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Disposables } from '../../src-main/base/disposable.ts';
import { type CommandResult, runCommand } from '../../src-main/base/run-command.ts';
import type { Agent } from '../../src-main/contract/agent.ts';
import { launchChromium } from '../support/chromium.ts';
import { takePicture } from '../support/take-picture.ts';
import { type TestDaemon, testDaemon } from '../support/test-daemon.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { AgentHome } from './agent-home.ts';
import { claudeHome } from './claude-home.ts';
import { startModelServer } from './model-server/server.ts';

const entry = fileURLToPath(new URL('../../src-main/cli/backbone.ts', import.meta.url));
/** An agent whose person pressed Escape fires no hook; its state must be right all the same. Milliseconds. */
const stateWithin = 2_000;

let browser: Browser;
let resources: Disposables;
let home: AgentHome;
let daemon: TestDaemon;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  resources = new Disposables();
  const server = resources.add(await startModelServer());
  home = resources.add(await claudeHome({ port: server.port }));
  daemon = resources.add(
    await testDaemon({ programs: path.dirname(home.program), environment: home.environment }),
  );
  await daemon.spawn();
});
afterEach(async () => {
  await backbone('agent', 'stop', 'project');
  await resources.dispose();
});

/** Runs the command as a person would, in the project's folder. */
function backbone(...args: string[]): Promise<CommandResult> {
  return runCommand(process.execPath, [entry, ...args], {
    cwd: home.project,
    environment: daemon.environment,
    timeout: 60_000,
  });
}

async function agent(): Promise<Agent> {
  return (await daemon.client().call('agents.inspect', { name: 'project' })).agent;
}

async function started(): Promise<void> {
  const { status, output, errors } = await backbone('agent', 'start', '--runtime', 'claude', '--json');
  expect(status, errors).toBe(0);
  expect(JSON.parse(output)).toMatchObject({
    outcome: 'ready',
    registered: true,
    agent: { name: 'project' },
  });
}

/** What a person pastes into the agent's own terminal and sends. */
async function ask(text: string): Promise<void> {
  await daemon.tmux.run('set-buffer', '-b', 'words', '--', text);
  await daemon.tmux.run('paste-buffer', '-p', '-d', '-b', 'words', '-t', '=project:');
  const [first = ''] = text.split('\n');
  await waitUntil(
    'the words are in the box',
    () => daemon.tmux.run('capture-pane', '-p', '-t', '=project:'),
    (screen) => screen.includes(first),
  );
  await daemon.tmux.run('send-keys', '-t', '=project:', 'Enter');
}

async function panel(theme: 'dark' | 'light' = 'dark'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: theme });
  resources.defer(() => page.close());
  await page.goto(daemon.panelAddress());
  return page;
}

const proof = (): string => path.join(home.project, 'proof.txt');

async function stateIs(state: Agent['reading']['state'], within = 10_000): Promise<Agent> {
  return waitUntil(`the state is ${state}`, agent, ({ reading }) => reading.state === state, { within });
}

test('a person starts Claude Code, sees its dialog in the panel, allows it, and it goes on', async () => {
  await started();
  await ask('run: touch proof.txt\nslow: 2');
  const page = await panel();
  const allow = page.getByRole('button', { name: 'Allow once' });
  await allow.waitFor();
  await expect.poll(() => page.getByText('touch proof.txt').first().isVisible()).toBe(true);
  expect(existsSync(proof())).toBe(false);
  expect((await agent()).reading).toMatchObject({ state: 'waiting_for_human', reason: 'permission' });

  // The buttons open once the question has stood still for a moment.
  await expect.poll(() => allow.isEnabled()).toBe(true);
  await page.waitForFunction(() => document.querySelector('.xterm-screen') !== null);
  await takePicture(page, 'question-dark');
  await takePicture(await panel('light'), 'question-light');
  const outcome = page.getByText('Allowed once', { exact: true }).waitFor();
  await allow.click();
  await outcome;
  await waitUntil('the command ran', () => existsSync(proof()));
  await stateIs('busy', 5_000);
  const idle = await stateIs('idle');
  expect(idle.lastMessage).toContain('end of slow answer');

  const { output } = await backbone('agent', 'inspect', 'project');
  expect(output).toMatch(/idle/);
  expect(output).toMatch(/hook .*idle/);
  const seen = await daemon.client().call('agents.inspect', { name: 'project' });
  expect(seen.question).toBeNull();
  expect(seen.agent.launch).toMatchObject({ leak: 'clean', runtimeVersion: '2.1.197' });
});

test('a person denies it in the panel, and nothing runs', async () => {
  await started();
  await ask('run: touch proof.txt');
  const page = await panel();
  const deny = page.getByRole('button', { name: 'Deny' });
  await deny.waitFor();
  await expect.poll(() => deny.isEnabled()).toBe(true);
  const outcome = page.getByText('Denied', { exact: true }).waitFor();
  await deny.click();
  await outcome;
  await stateIs('idle', 5_000);
  expect(existsSync(proof())).toBe(false);
});

test('a script approves it by the command', async () => {
  await started();
  await ask('run: touch proof.txt');
  await stateIs('waiting_for_human');
  const { status, output, errors } = await backbone('agent', 'approve', 'project');
  expect(status, errors).toBe(0);
  expect(output).toContain('touch proof.txt');
  await waitUntil('the command ran', () => existsSync(proof()));
  await stateIs('idle');
  const again = await backbone('agent', 'approve', 'project');
  expect(again.status).toBe(4);
  expect(again.errors).toContain('Nothing was typed');
});

test('Escape pressed by hand at the dialog, and in a turn, is seen although no hook tells of it', async () => {
  await started();
  await ask('run: touch proof.txt');
  await stateIs('waiting_for_human');
  const page = await panel();
  await page.getByRole('button', { name: 'Allow once' }).waitFor();
  await daemon.tmux.run('send-keys', '-t', '=project:', 'Escape');
  await stateIs('idle', stateWithin);
  await page.getByText('No longer asked').waitFor({ timeout: stateWithin });
  await ask('slow: 60');
  await stateIs('busy');
  await waitUntil(
    'words come',
    () => daemon.tmux.run('capture-pane', '-p', '-t', '=project:'),
    (screen) => screen.includes('word3'),
  );
  await daemon.tmux.run('send-keys', '-t', '=project:', 'Escape');
  await stateIs('idle', stateWithin);
  expect(existsSync(proof())).toBe(false);
});

test('the repository and the home folder of the person hold nothing of ours', async () => {
  await started();
  const { output } = await runCommand('git', ['status', '--porcelain'], { cwd: home.project });
  expect(output).toBe('');
  const ours = await runCommand('grep', ['-rl', daemon.folders.hooks, home.home, home.project]);
  expect(ours.output).toBe('');
});
