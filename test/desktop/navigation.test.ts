import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { type RunningApp, startApp } from './support/start-app.ts';

vi.mock('electron', () => import('./stand-in/electron.ts'));

let running: RunningApp;

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.end());
beforeEach(() => {
  running.logged.length = 0;
});

test.each([
  ['a link', () => document.querySelector<HTMLAnchorElement>('#away')?.click()],
  ['a script', () => location.assign('https://example.test/')],
  ['a script, to its own start', () => location.assign('/')],
  [
    'a form',
    () => {
      const form = document.createElement('form');
      form.action = 'https://example.test/steal';
      document.body.append(form);
      form.submit();
      form.remove();
    },
  ],
  [
    'a frame',
    () => {
      const frame = document.createElement('iframe');
      frame.src = 'https://example.test/frame';
      document.body.append(frame);
    },
  ],
] as [string, () => void][])('%s takes the page nowhere', async (what, go) => {
  await running.inPage(() => {
    Object.assign(window, { stillHere: true });
  });
  await running.inPage(go);
  if (what.startsWith('a link') || what.startsWith('a script')) {
    await waitUntil('it is refused', () => running.logged.join('').includes('navigation'));
  }
  // A page that answers, with what it had, has not been replaced.
  expect(await running.inPage(() => 'stillHere' in window)).toBe(true);
  expect((await running.inPage(() => window.backbone.info())).core).toBe('own');
  expect(running.window.webContents.leaked).toEqual([]);
});
