import { statSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { app } from './stand-in/app.ts';
import { holdProfile } from './stand-in/single-instance.ts';
import { statusWith } from './support/core-double.ts';
import { startApp } from './support/start-app.ts';

vi.mock('electron', () => import('./stand-in/electron.ts'));

test('a life: started, started again, closed', async () => {
  const running = await startApp({ practice: true });
  const { core, window } = running;
  await waitUntil('the practice agent is asked for', () => core.calls.length === 1);
  expect(core.calls).toEqual([
    { name: 'agents.start', input: { name: 'practice', runtime: 'practice', wait: false } },
  ]);
  expect(statSync(running.profile).mode & 0o777).toBe(0o700);

  window.minimized = true;
  expect(holdProfile(running.profile, { practice: false }, () => undefined)).toBeNull();
  await waitUntil('the window comes to the front', () => window.focused === 1);
  expect(window.minimized).toBe(false);
  expect(core.calls).toHaveLength(1);

  expect(holdProfile(running.profile, { practice: true }, () => undefined)).toBeNull();
  await waitUntil('its request is carried out', () => core.calls.length === 2);

  holdProfile(running.profile, { practice: true, command: 'rm -rf /' }, () => undefined);
  await waitUntil('the window comes to the front', () => window.focused === 3);
  expect(core.calls).toHaveLength(2);

  core.answers.set('system.status', statusWith(3, 1));
  await window.close();
  await waitUntil('the app has ended', () => app.ended === 0);
  expect(core.closed).toBe(1);
  expect(running.said).toEqual(['2 agents go on in tmux.']);
  // Nothing but a look at the status was asked of the core at the end.
  expect(core.calls.at(-1)?.name).toBe('system.status');
  await running.end();
});
