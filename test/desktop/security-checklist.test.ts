import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../src-main/base/logger.ts';
import { contentPolicy } from '../../src-main/desktop/content-policy.ts';
import { externalAddress } from '../../src-main/desktop/external-links.ts';
import { PanelIpc } from '../../src-main/desktop/ipc.ts';
import { menuFor } from '../../src-main/desktop/menu.ts';
import { channels } from '../../src-preload/channels.ts';
import { app } from './stand-in/app.ts';
import { ipcMain } from './stand-in/ipc-main.ts';
import { shell } from './stand-in/recorders.ts';
import { defaultSession } from './stand-in/session.ts';
import { type RunningApp, startApp } from './support/start-app.ts';

vi.mock('electron', () => import('./stand-in/electron.ts'));

/**
 * Electron's own security checklist, by its numbers. Point 19, fuses, is about a packaged binary and is held by
 * the tests of the package.
 */
let running: RunningApp;
let preferences: Electron.WebPreferences;

beforeAll(async () => {
  running = await startApp();
  preferences = running.window.options.webPreferences ?? {};
});
afterAll(() => running.end());

/** What a listener does with an event that can be prevented. */
function isPrevented(name: string): boolean {
  const event = { prevented: false, preventDefault: () => void (event.prevented = true) };
  running.window.webContents.emit(name, event, 'https://example.test/');
  return event.prevented;
}

test('1. only secure content is loaded, and none from elsewhere', async () => {
  expect(running.window.webContents.getURL()).toBe('app://panel/');
  for (const address of [
    'http://example.test/',
    'https://example.test/x.js',
    'ws://127.0.0.1:7120/',
    'wss://example.test/',
    'ftp://example.test/',
    'file:///etc/passwd',
  ]) {
    expect(await defaultSession.webRequest.isCancelled(address), address).toBe(true);
  }
});

test('2. no Node in any page', () => {
  expect(preferences.nodeIntegration).toBe(false);
  expect(preferences.nodeIntegrationInWorker).toBe(false);
  expect(preferences.nodeIntegrationInSubFrames).toBe(false);
});

test('3. context isolation is on', () => {
  expect(preferences.contextIsolation).toBe(true);
});

test('4. every renderer is sandboxed, by the window and by the app', () => {
  expect(preferences.sandbox).toBe(true);
  expect(app.sandboxed).toBe(true);
});

describe('5. permissions are denied', () => {
  const ask = (permission: string, requestingUrl: string): boolean => {
    const answers: boolean[] = [];
    const handler = defaultSession.permissionRequest as unknown as (
      contents: null,
      permission: string,
      respond: (granted: boolean) => void,
      details: { requestingUrl: string },
    ) => void;
    handler(null, permission, (answer) => void answers.push(answer), { requestingUrl });
    return answers[0] ?? true;
  };
  const check = (permission: string, origin: string): boolean =>
    (
      defaultSession.permissionCheck as unknown as (
        contents: null,
        permission: string,
        origin: string,
        details: object,
      ) => boolean
    )(null, permission, origin, {});

  test.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'fullscreen',
    'hid',
    'usb',
    'serial',
    'local-fonts',
    'unknown',
    'a permission of a later Electron',
  ])('%s, whoever asks', (permission) => {
    expect(ask(permission, 'app://panel/')).toBe(false);
    expect(check(permission, 'app://panel')).toBe(false);
  });

  test('but for copying, which the panel alone may', () => {
    expect(ask('clipboard-sanitized-write', 'app://panel/')).toBe(true);
    expect(check('clipboard-sanitized-write', 'app://panel/')).toBe(true);
    for (const other of ['https://panel/', 'app://panel.example/', 'app://other/', 'about:blank', '']) {
      expect(ask('clipboard-sanitized-write', other), other).toBe(false);
      expect(check('clipboard-sanitized-write', other), other).toBe(false);
    }
  });

  test('and so are devices and screens', () => {
    expect(defaultSession.deviceCheck?.({} as Electron.DevicePermissionHandlerHandlerDetails)).toBe(false);
    let given: unknown = 'nothing yet';
    defaultSession.screenRequest?.({} as Electron.DisplayMediaRequestHandlerHandlerRequest, (streams) => {
      given = streams;
    });
    expect(given).toBeNull();
  });
});

test('6. webSecurity is on', () => {
  expect(preferences.webSecurity).toBe(true);
});

test('7. the page has a strict policy, and Chromium enforces it', async () => {
  const directives = new Map(contentPolicy.split('; ').map((line) => [line.split(' ')[0], line]));
  expect(directives.get('default-src')).toBe("default-src 'none'");
  expect(directives.get('script-src')).toBe("script-src 'self'");
  expect(directives.get('connect-src')).toBe("connect-src 'none'");
  expect(contentPolicy).not.toMatch(/unsafe-eval|https?:|\*/);
  const seen = await running.inPage(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    document.body.insertAdjacentHTML(
      'beforeend',
      '<p style="color: red" onclick="window.injected = true">x</p>',
    );
    document.querySelector('p')?.click();
    const image = new Image();
    image.src = 'https://example.test/pixel.png';
    const fetched = await fetch('/assets/probe.css').then(
      () => 'answered',
      () => 'blocked',
    );
    const style = document.createElement('style');
    style.textContent = 'body { margin-left: 3px }';
    document.head.append(style);
    const { probe } = window as unknown as { probe: { evaluated: unknown } };
    return {
      injected: 'injected' in window,
      fetched,
      evaluated: probe.evaluated,
      ownStyle: getComputedStyle(document.body).color,
      xtermStyle: getComputedStyle(document.body).marginLeft,
    };
  });
  expect(seen).toMatchObject({
    injected: false,
    fetched: 'blocked',
    evaluated: 'blocked',
    ownStyle: 'rgb(1, 2, 3)',
    xtermStyle: '3px',
  });
  const all = [
    'connect-src',
    'img-src',
    'script-src',
    'script-src-attr',
    'script-src-elem',
    'style-src-attr',
  ];
  const violated = (): Promise<string[]> =>
    running.inPage(() => [
      ...new Set((window as unknown as { probe: { violations: string[] } }).probe.violations),
    ]);
  await vi.waitFor(async () => {
    expect((await violated()).sort()).toEqual(all);
  });
  expect(running.window.webContents.leaked).toEqual([]);
});

test('8. insecure content is not run', () => {
  expect(preferences.allowRunningInsecureContent).toBe(false);
});

test('9. no experimental features', () => {
  expect(preferences.experimentalFeatures).toBe(false);
});

test('10. no Blink features are switched on', () => {
  expect(preferences.enableBlinkFeatures).toBeUndefined();
});

test('11. and 12. there are no webviews', () => {
  expect(preferences.webviewTag).toBe(false);
  expect(isPrevented('will-attach-webview')).toBe(true);
});

test('13. pages do not navigate', () => {
  for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
    expect(isPrevented(name), name).toBe(true);
  }
  expect(preferences.navigateOnDragDrop).toBe(false);
});

test('14. pages open no windows', async () => {
  const pages = running.window.webContents.page.context().pages.length;
  await running.inPage(() => {
    window.open('app://panel/');
  });
  expect(running.window.webContents.page.context().pages.length).toBe(pages);
});

describe('15. a link leaves for the browser only when it is https', () => {
  test.each([
    ['https://example.test/a?b=c#d', 'https://example.test/a?b=c#d'],
    ['https://example.test', 'https://example.test/'],
    ['HTTPS://EXAMPLE.test/ü', 'https://example.test/%C3%BC'],
    ['https://example.test/a b"c', 'https://example.test/a%20b%22c'],
    ['http://example.test/', null],
    ['https://user:password@example.test/', null],
    ['https://user@example.test/', null],
    ['file:///etc/passwd', null],
    ['javascript:alert(1)', null],
    ['vscode://file/etc/passwd', null],
    ['ms-msdt:/id', null],
    ['//example.test/', null],
    ['', null],
  ])('%s', (link, address) => {
    expect(externalAddress(link)).toBe(address);
  });

  test('and the page can have one opened, written anew', async () => {
    await running.inPage(() => {
      window.open('https://example.test/docs?q="x"');
      window.open('http://example.test/plain');
    });
    await vi.waitFor(() => {
      expect(shell.opened).toEqual(['https://example.test/docs?q=%22x%22']);
    });
    expect(running.logged.join('')).toContain('"what":"link"');
  });
});

test('16. Electron is pinned exactly', () => {
  const manifest = z
    .object({ devDependencies: z.object({ electron: z.string() }) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  expect(manifest.devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
});

describe('17. the sender of every message is checked', () => {
  const contents = {} as Electron.WebContents;
  const frame = { parent: null, origin: 'app://panel' };
  const refused: string[] = [];
  const heard: string[] = [];
  beforeAll(() => {
    const ipc = new PanelIpc(createLogger((line) => refused.push(line), Date.now));
    ipc.enrol(contents);
    ipc.handle('test:ask', z.tuple([]), () => Promise.resolve('answered'));
    ipc.listen('test:tell', z.tuple([]), () => void heard.push('told'));
  });
  afterAll(() => {
    ipcMain.removeHandler('test:ask');
    ipcMain.removeAllListeners('test:tell');
  });

  test('the enrolled main frame of the panel is heard', async () => {
    const event = { sender: contents, senderFrame: frame } as unknown as Electron.IpcMainInvokeEvent;
    expect(await ipcMain.answer(event, 'test:ask', [])).toBe('answered');
    ipcMain.emit('test:tell', event);
    expect(heard).toEqual(['told']);
  });

  test.each([
    ['other contents', { sender: {}, senderFrame: frame }],
    ['a frame that is gone', { sender: contents, senderFrame: null }],
    ['a frame inside', { sender: contents, senderFrame: { ...frame, parent: frame } }],
    ['another origin', { sender: contents, senderFrame: { ...frame, origin: 'https://example.test' } }],
    ['an opaque origin', { sender: contents, senderFrame: { ...frame, origin: 'null' } }],
    ['an origin that begins alike', { sender: contents, senderFrame: { ...frame, origin: 'app://panel.x' } }],
  ])('%s is not', async (_who, sent) => {
    heard.length = 0;
    refused.length = 0;
    const event = sent as unknown as Electron.IpcMainInvokeEvent;
    expect(await ipcMain.answer(event, 'test:ask', [])).toMatchObject({ error: { code: 'forbidden' } });
    ipcMain.emit('test:tell', event);
    expect(heard).toEqual([]);
    expect(refused).toHaveLength(2);
  });

  test('and every channel of the app goes through that check', async () => {
    const foreign = { sender: {}, senderFrame: frame } as unknown as Electron.IpcMainInvokeEvent;
    for (const channel of ipcMain.handlers.keys()) {
      expect(await ipcMain.answer(foreign, channel, []), channel).toMatchObject({
        error: { code: 'forbidden' },
      });
    }
    expect([...ipcMain.handlers.keys()].filter((channel) => !channel.startsWith('test:')).sort()).toEqual(
      [channels.call, channels.chooseFolder, channels.info].sort(),
    );
  });
});

test('18. the panel has a protocol of its own, without a right more than it needs', () => {
  expect(defaultSession.protocol.schemes).toEqual([
    { scheme: 'app', privileges: { standard: true, secure: true } },
  ]);
});

test('20. no part of Electron reaches the page', async () => {
  const found = await running.inPage(() =>
    Object.values(window.backbone).filter((value) => typeof value !== 'function'),
  );
  expect(found).toEqual([]);
  const heard = await running.inPage(
    () =>
      new Promise<number>((resolve) => {
        window.backbone.subscribe((...args: unknown[]) => {
          resolve(args.length);
        });
      }),
  );
  expect(heard).toBe(1);
});

test('beyond the list: nothing of what people type is sent to be checked, and the menu leads nowhere', () => {
  expect(preferences.spellcheck).toBe(false);
  expect(defaultSession.spellChecks).toBe(false);
  for (const platform of ['linux', 'darwin'] as const) {
    expect(menuFor(platform).map((item) => item.role)).not.toContain('help');
  }
});
