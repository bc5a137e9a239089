import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildAll } from '../../scripts/build/build.ts';
import { systemClock } from '../../src-main/base/clock.ts';
import { type DataDirectory, dataDirectory, tmuxSocketFor } from '../../src-main/base/data-directory.ts';
import { createLogger } from '../../src-main/base/logger.ts';
import { runCommand } from '../../src-main/base/run-command.ts';
import { runApplication } from '../../src-main/desktop/application.ts';
import { openCore } from '../../src-main/desktop/open-core.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { app } from './stand-in/app.ts';
import { BrowserWindow } from './stand-in/browser-window.ts';
import { endTmux } from './support/end-tmux.ts';

vi.mock('electron', () => import('./stand-in/electron.ts'));

/** Main, preload, panel and daemon as they are built and run, with a real tmux. Only the browser is Chromium's own. */
const root = path.resolve(import.meta.dirname, '../..');
const said: string[] = [];
const logged: string[] = [];
const console: string[] = [];
let folder: TemporaryFolder;
let directory: DataDirectory;
let window: BrowserWindow;

beforeAll(async () => {
  await buildAll({ root, ifStale: true, say: () => undefined });
  folder = temporaryFolder('real-panel');
  directory = dataDirectory({ BACKBONE_DATA_DIR: path.join(folder.path, 'data') });
  const writeLog = (line: string): void => void logged.push(line);
  const logger = createLogger(writeLog, systemClock.now);
  app.once('web-contents-created', (_event: unknown, contents: BrowserWindow['webContents']) => {
    void contents.ready.then(() => contents.page.on('console', (line) => console.push(line.text())));
  });
  runApplication({
    openCore: () =>
      openCore({
        directory,
        environment: { ...process.env, BACKBONE_PORT: '0' },
        clock: systemClock,
        logger,
        writeLog,
        onShutDown: () => undefined,
      }),
    profile: path.join(directory.root, 'desktop'),
    built: path.join(root, 'dist'),
    request: { practice: true },
    clock: systemClock,
    logger,
    say: (line) => void said.push(line),
  });
  await waitUntil('the window is shown', () => BrowserWindow.getAllWindows()[0]?.isVisible(), Boolean, {
    within: 30_000,
  });
  const [first] = BrowserWindow.getAllWindows();
  if (first === undefined) throw new Error(`There is no window. ${logged.join('')}`);
  window = first;
});
afterAll(async () => {
  if (app.ended === null) app.quit();
  await waitUntil('the app has ended', () => app.ended !== null);
  await endTmux(directory.root);
  await folder.dispose();
});

test('the panel shows the agent that was asked for, with its terminal, within the policy', async () => {
  const { page } = window.webContents;
  await page.getByText('practice', { exact: false }).first().waitFor();
  await page.locator('.xterm-screen').first().waitFor();
  expect(console.filter((line) => /Content Security Policy|Refused/i.test(line))).toEqual([]);
  expect(window.webContents.leaked).toEqual([]);
});

test('the app ends, says what goes on, and the agent does go on', async () => {
  await window.close();
  await waitUntil('the app has ended', () => app.ended === 0);
  expect(said).toEqual(['1 agent goes on in tmux.']);
  const { output } = await runCommand('tmux', [
    '-L',
    tmuxSocketFor(directory.root, {}),
    'list-panes',
    '-a',
    '-F',
    '#{session_name} #{pane_dead}',
  ]);
  expect(output).toContain('practice 0');
});
