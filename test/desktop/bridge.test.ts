import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BackboneError } from '../../src-main/base/errors.ts';
import type { Bridge } from '../../src-preload/bridge.ts';
import { waitUntil } from '../support/wait-until.ts';
import { BrowserWindow } from './stand-in/browser-window.ts';
import { dialog } from './stand-in/recorders.ts';
import { statusWith } from './support/core-double.ts';
import { type RunningApp, startApp } from './support/start-app.ts';

vi.mock('electron', () => import('./stand-in/electron.ts'));

declare global {
  interface Window {
    backbone: Bridge;
    heard: unknown[];
    stop: () => void;
  }
}

let running: RunningApp;

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.end());
beforeEach(async () => {
  running.core.calls.length = 0;
  running.core.terminals.length = 0;
  running.logged.length = 0;
  await running.inPage(() => {
    window.heard = [];
  });
});

describe('the page', () => {
  test('has exactly the bridge, frozen, before its first script', async () => {
    const seen = await running.inPage(() => ({
      names: Object.fromEntries(Object.entries(window.backbone).map(([name, value]) => [name, typeof value])),
      frozen: Object.isFrozen(window.backbone),
      probe: (window as unknown as { probe: { bridgeAtStart: string } }).probe,
    }));
    expect(seen.names).toEqual({
      call: 'function',
      subscribe: 'function',
      openTerminal: 'function',
      info: 'function',
      chooseFolder: 'function',
    });
    expect(seen.frozen).toBe(true);
    expect(seen.probe.bridgeAtStart).toBe('object');
  });

  test('sees nothing of Node or of the preload', async () => {
    const probe = await running.inPage(() => (window as unknown as { probe: { node: string[] } }).probe);
    expect(probe.node).toEqual(['undefined', 'undefined', 'undefined', 'undefined']);
    expect(await running.inPage(() => 'ipcRenderer' in window)).toBe(false);
  });
});

describe('a call', () => {
  test('reaches the core parsed, and its output comes back', async () => {
    running.core.answers.set('system.status', statusWith(3, 1));
    const answer = await running.inPage(() => window.backbone.call('system.status', {}));
    expect(answer).toEqual({ output: statusWith(3, 1) });
    expect(running.core.calls).toEqual([{ name: 'system.status', input: {} }]);
  });

  test('that fails comes back as data with its code and details', async () => {
    running.core.answers.set(
      'agents.list',
      new BackboneError('tmux_failed', 'tmux is gone.', { details: ['no server running'] }),
    );
    const answer = await running.inPage(() => window.backbone.call('agents.list', {}));
    expect(answer).toEqual({
      error: { code: 'tmux_failed', message: 'tmux is gone.', details: ['no server running'] },
    });
  });

  test('hides what an unexpected failure says', async () => {
    running.core.answers.set('agents.list', new Error('secret detail'));
    const answer = await running.inPage(() => window.backbone.call('agents.list', {}));
    expect(answer).toMatchObject({ error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('secret detail');
    expect(running.logged.join('')).toContain('secret detail');
  });

  test.each([
    ['an unknown procedure', ['agents.explode', {}], 'not_found'],
    ['a name that is inherited', ['constructor', {}], 'not_found'],
    ['a name that is no text', [{ toString: 1 }, {}], 'invalid_input'],
    ['a name without end', ['x'.repeat(200), {}], 'invalid_input'],
    ['a bad input', ['agents.inspect', { name: '../etc' }], 'invalid_input'],
    ['no input', ['agents.inspect'], 'invalid_input'],
  ])('with %s is refused', async (_what, args, code) => {
    const answer = await running.window.webContents.page.evaluate(
      (given) => (window.backbone.call as (...all: unknown[]) => Promise<unknown>)(...given),
      args as unknown[],
    );
    expect(answer).toMatchObject({ error: { code } });
    expect(running.core.calls).toEqual([]);
  });
});

test('info says what the shell is', async () => {
  expect(await running.inPage(() => window.backbone.info())).toEqual({
    version: '0.0.0-stand-in',
    platform: process.platform,
    core: 'own',
  });
});

test('chooseFolder gives the chosen folder, and null when cancelled', async () => {
  dialog.nextFolder = '/home/someone/project';
  expect(await running.inPage(() => window.backbone.chooseFolder())).toBe('/home/someone/project');
  dialog.nextFolder = null;
  expect(await running.inPage(() => window.backbone.chooseFolder())).toBeNull();
  expect(dialog.asked[0]?.properties).toContain('openDirectory');
});

test('a subscription begins with the fleet, hears what changes, and ends', async () => {
  await running.inPage(() => {
    window.stop = window.backbone.subscribe((message) => window.heard.push(message));
  });
  await waitUntil('the snapshot came', () => running.inPage(() => window.heard.length === 1));
  running.core.tell({ event: 'daemon.stopping', data: { agentsRunning: 2 } });
  await waitUntil('the event came', () => running.inPage(() => window.heard.length === 2));
  expect(await running.inPage(() => window.heard)).toEqual([
    { event: 'fleet.snapshot', data: { agents: [], questions: [] } },
    { event: 'daemon.stopping', data: { agentsRunning: 2 } },
  ]);
  await running.inPage(() => {
    window.stop();
  });
  await waitUntil('the core is left alone', () => running.core.listeners.size === 0);
});

describe('a terminal', () => {
  /** Bytes do not cross `evaluate`, so they are compared as text. */
  async function watch(name: string): Promise<void> {
    await running.window.webContents.page.evaluate((agent) => {
      const handle = window.backbone.openTerminal(agent, ({ event, data }) => {
        const bytes = (data as { data?: Uint8Array }).data;
        window.heard.push([event, bytes === undefined ? null : new TextDecoder().decode(bytes)]);
      });
      window.stop = () => {
        handle.drawn(7);
        handle.close();
        handle.drawn(8);
      };
    }, name);
  }
  const heard = (count: number): Promise<unknown> =>
    waitUntil(
      `${count} pieces came`,
      () => running.inPage(() => window.heard),
      (all) => all.length === count,
    );

  test('begins with the picture, goes on with bytes, says what was drawn, and is left', async () => {
    await watch('demo');
    await heard(1);
    const [terminal] = running.core.terminals;
    // A small view on a large pool, as Node hands bytes out.
    const pool = Buffer.from('before ⟦漢字🙂⟧ after');
    terminal?.sink.output({ sequence: 2, data: pool.subarray(7, pool.length - 6) });
    expect(await heard(2)).toEqual([
      ['terminal.snapshot', 'first picture'],
      ['terminal.output', '⟦漢字🙂⟧'],
    ]);
    await running.inPage(() => {
      window.stop();
    });
    await waitUntil('it is left', () => terminal?.left === true);
    expect(terminal?.drawn).toEqual([7]);
    terminal?.sink.output({ sequence: 3, data: Buffer.from('late') });
    await running.inPage(() => window.backbone.info());
    expect(await running.inPage(() => window.heard.length)).toBe(2);
  });

  test('keeps what was drawn before it was open', async () => {
    let opened = (): void => undefined;
    running.core.opening = new Promise((resolve) => {
      opened = resolve;
    });
    await watch('demo');
    await heard(1);
    await running.inPage(() => {
      const { drawn } = window.backbone.openTerminal('other', ({ event }) => {
        if (event === 'terminal.snapshot') drawn(1);
      });
    });
    await waitUntil('the other one is asked for', () => running.core.terminals.length === 2);
    // An answer that comes later than the `drawn` shows that it was heard.
    await running.inPage(() => window.backbone.info());
    opened();
    await waitUntil('it is told to the core', () => running.core.terminals[1]?.drawn.length === 1);
    running.core.opening = Promise.resolve();
  });

  test('that does not exist ends with the reason', async () => {
    await running.inPage(() => {
      window.backbone.openTerminal('nobody', (message) => window.heard.push(message));
    });
    expect(await heard(1)).toMatchObject([{ event: 'terminal.ended', data: { reason: 'not_found' } }]);
  });

  test('with a bad name is refused and logged', async () => {
    await running.inPage(() => {
      window.backbone.openTerminal('=evil:0', () => undefined);
    });
    await waitUntil('the refusal is logged', () => running.logged.join('').includes('invalid_input'));
    expect(running.core.terminals).toEqual([]);
  });
});

describe('a foreign sender', () => {
  const forbidden = { error: { code: 'forbidden' } };

  test('in a window of the app that was not enrolled is refused', async () => {
    const other = new BrowserWindow(running.window.options);
    await other.loadURL('app://panel/');
    const answer = await other.webContents.page.evaluate(() => window.backbone.call('agents.list', {}));
    expect(answer).toMatchObject(forbidden);
    await other.webContents.close();
  });

  test('in the panel’s own window, but of another origin, is refused', async () => {
    const { page } = running.window.webContents;
    await page.goto('about:blank');
    // The bridge is there by the preload; main does not listen to it.
    const answer = await page.evaluate(() => window.backbone.call('agents.list', {}));
    expect(answer).toMatchObject(forbidden);
    expect(running.core.calls).toEqual([]);
    expect(running.logged.join('')).toContain('forbidden');
    await running.window.loadURL('app://panel/');
  });

  test('in a frame inside of the panel has no bridge', async () => {
    const seen = await running.inPage(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const type = typeof frame.contentWindow?.backbone;
      frame.remove();
      return type;
    });
    expect(seen).toBe('undefined');
  });
});
