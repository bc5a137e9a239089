import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ReloadLimit } from '../../src-main/desktop/reload-limit.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type RunningApp, startApp } from './support/start-app.ts';

vi.mock('electron', () => import('./stand-in/electron.ts'));

let running: RunningApp;

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.end());

async function watchEverything(): Promise<void> {
  await running.inPage(() => {
    window.backbone.subscribe(() => undefined);
    window.backbone.openTerminal('demo', () => undefined);
  });
  await waitUntil('the core is heard', () => running.core.listeners.size === 1);
}

test('a reload lets go of what the page held', async () => {
  await watchEverything();
  const loaded = once(running.window.webContents, 'did-finish-load');
  running.window.webContents.reload();
  await loaded;
  await waitUntil('the core is let go', () => running.core.listeners.size === 0);
  expect(running.core.terminals[0]?.left).toBe(true);
});

test('a renderer that crashes is loaded again, and the core does not notice', async () => {
  await watchEverything();
  const before = running.window.webContents.page;
  const session = await before.context().newCDPSession(before);
  session.send('Page.crash').catch(() => undefined);
  await waitUntil('another page is there', () => running.window.webContents.page !== before);
  await waitUntil(
    'it answers',
    async () => (await running.inPage(() => window.backbone.info())).core === 'own',
  );
  expect(running.core.listeners.size).toBe(0);
  expect(running.core.terminals.every((terminal) => terminal.left)).toBe(true);
  expect(running.core.closed).toBe(0);
  expect(running.logged.join('')).toContain('desktop.panel-crashed');
});

test('a renderer that is gone for good holds nothing either', async () => {
  await watchEverything();
  running.window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
  expect(running.core.listeners.size).toBe(0);
  expect(running.core.terminals.every((terminal) => terminal.left)).toBe(true);
});

test('a page that crashes over and over is given up, and one that crashes now and then is not', () => {
  const limit = new ReloadLimit();
  expect([0, 10, 20, 30].map((at) => limit.mayReload(at))).toEqual([true, true, true, false]);
  const patient = new ReloadLimit();
  expect([0, 30_000, 60_000, 90_000, 120_000].every((at) => patient.mayReload(at))).toBe(true);
});
