import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildAll } from '../../scripts/build/build.ts';
import { systemClock } from '../../src-main/base/clock.ts';
import { createLogger } from '../../src-main/base/logger.ts';
import { runApplication } from '../../src-main/desktop/application.ts';
import { openCore } from '../../src-main/desktop/open-core.ts';
import { type FakeAgent, type FakeAgents, fakeAgents } from '../support/fake-agent.ts';
import { type TestDaemon, testDaemon } from '../support/test-daemon.ts';
import { waitUntil } from '../support/wait-until.ts';
import { app } from './stand-in/app.ts';
import { BrowserWindow } from './stand-in/browser-window.ts';

vi.mock('electron', () => import('./stand-in/electron.ts'));

/** The app around a daemon of another process: what the panel's bridge carries, and what it does when that daemon dies. */
const root = path.resolve(import.meta.dirname, '../..');
let fakes: FakeAgents;
let daemon: TestDaemon;
let agent: FakeAgent;
let pid: number;
let page: BrowserWindow['webContents']['page'];

beforeAll(async () => {
  await buildAll({ root, ifStale: true, say: () => undefined });
  fakes = await fakeAgents({ hooks: false });
  daemon = await testDaemon({ programs: fakes.folder });
  pid = await daemon.spawn();
  await daemon.client().call('agents.start', { dir: daemon.workFolder('project'), runtime: 'claude' });
  agent = await fakes.next();
  const writeLog = (): void => undefined;
  const logger = createLogger(writeLog, systemClock.now);
  runApplication({
    openCore: () =>
      openCore({
        directory: daemon.folders,
        environment: daemon.environment,
        clock: systemClock,
        logger,
        writeLog,
        onShutDown: () => undefined,
      }),
    profile: path.join(daemon.folders.root, 'desktop'),
    built: path.join(root, 'dist'),
    request: { practice: false },
    clock: systemClock,
    logger,
    say: () => undefined,
  });
  await waitUntil('the window is shown', () => BrowserWindow.getAllWindows()[0]?.isVisible(), Boolean, {
    within: 30_000,
  });
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) throw new Error('There is no window.');
  page = window.webContents.page;
}, 120_000);
afterAll(async () => {
  if (app.ended === null) app.quit();
  await waitUntil('the app has ended', () => app.ended !== null);
  await daemon.client().call('agents.stop', { name: 'project' });
  await daemon.dispose();
  await fakes.dispose();
});

/** What stands on the glass, as one would copy it. */
async function onScreen(words: string): Promise<void> {
  await agent.tell({ do: 'say', text: words });
  await waitUntil(`${words} is on the glass`, () =>
    page
      .locator('.xterm-rows, .xterm-accessibility')
      .allInnerTexts()
      .then((all) => all.join('').includes(words)),
  );
}

test('the fleet and a call come over the bridge, and the terminal draws', async () => {
  await page.getByRole('option', { name: /^project,/ }).click();
  await page.getByText('live', { exact: true }).waitFor();
  await page.getByRole('button', { name: /Read the screen out/ }).click();
  await onScreen('before-the-end');
  await page.getByText(/running \d+ s/).waitFor();
  await page.getByText(/not verified here · \d+ records/).waitFor();
});

test('the audit log is verified and taken away over the bridge', async () => {
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  await page
    .getByRole('row', { name: /Started/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page.getByText('Chain intact', { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export…' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.jsonl$/);
  await page.getByText(/lines handed over/).waitFor();
  await page.keyboard.press('Escape');
});

test('a daemon that was killed is said to be away; the next one is found, and the terminal goes on', async () => {
  await page.getByRole('option', { name: /^project,/ }).click();
  await page.getByText('live', { exact: true }).waitFor();
  process.kill(pid, 'SIGKILL');
  await page.getByText('Backbone’s daemon does not answer').waitFor();
  await page.getByText('Not live').waitFor();
  pid = await daemon.spawn();
  await page.getByText('Backbone’s daemon does not answer').waitFor({ state: 'detached' });
  await page.getByText('live', { exact: true }).waitFor();
  await page.getByRole('button', { name: /Read the screen out/ }).click();
  await onScreen('after-the-end');
  // A question of the daemon that came back reaches the panel, and so does its answer.
  await agent.tell({
    do: 'show',
    scenes: [{ kind: 'dialog', dialog: { form: 'command', command: 'touch made.txt' } }],
  });
  const allow = page.getByRole('button', { name: 'Allow once' });
  await waitUntil(
    'the button opens',
    () => allow.getAttribute('aria-disabled'),
    (off) => off === 'false',
  );
  await allow.click();
  await page.getByRole('heading', { name: 'Allowed once' }).waitFor();
});
