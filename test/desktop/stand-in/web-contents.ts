import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserContext, CDPSession, Frame, Page, Request, Route } from 'playwright-core';
import { fromBrowser, toBrowser } from './addresses.ts';
import { StandInEvent } from './app.ts';
import { sharedBrowser } from './browser.ts';
import { createCodec } from './codec.ts';
import { ipcMain } from './ipc-main.ts';
import {
  type Delivered,
  inward,
  outward,
  pageScript,
  preloadScript,
  preloadWorld,
  type Sent,
} from './preload-runtime.ts';
import { defaultSession } from './session.ts';

const codec = createCodec();

/** Null for the first request of another window, which has no frame yet; the app opens none in this way. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

type OpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse;

/** A page of the app in a real Chromium. */
export class StandInWebContents
  extends EventEmitter
  implements Pick<Electron.WebContents, 'send' | 'reload' | 'isDestroyed' | 'setWindowOpenHandler' | 'getURL'>
{
  /** The page itself, for tests; another one after a crash. */
  page!: Page;
  /** Addresses that would have left this machine. */
  readonly leaked: string[] = [];
  readonly ready: Promise<void>;
  #context!: BrowserContext;
  #cdp!: CDPSession;
  #contextId: number | null = null;
  #address = '';
  /** Navigations under way that the app asked for, and not the page. */
  #ours = 0;
  #destroyed = false;
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  readonly #secret = `stand-in-${randomBytes(8).toString('hex')}`;
  readonly #preload: string | null;

  constructor(preferences: Electron.WebPreferences, size: { width: number; height: number }) {
    super();
    this.#preload = preferences.preload === undefined ? null : readFileSync(preferences.preload, 'utf8');
    this.ready = this.#start(size);
  }

  getURL(): string {
    return this.#address;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  async loadURL(address: string): Promise<void> {
    await this.ready;
    this.#address = address;
    await this.#ourNavigation(() => this.page.goto(toBrowser(address)));
  }

  reload(): void {
    void this.#ourNavigation(async () => {
      // A page that crashed does not come back; its place is taken by a new one.
      const crashed = this.#contextId === null;
      if (crashed) await this.#newPage();
      await (crashed ? this.page.goto(toBrowser(this.#address)) : this.page.reload());
    }).catch((error: unknown) => this.emit('did-fail-load', new StandInEvent(), String(error)));
  }

  send(channel: string, ...args: unknown[]): void {
    void this.#deliver({ kind: 'message', channel, args }, this.#contextId);
  }

  async close(): Promise<void> {
    await this.ready;
    await this.#context.close();
    this.#destroyed = true;
    this.emit('destroyed');
  }

  async #start(viewport: { width: number; height: number }): Promise<void> {
    const browser = await sharedBrowser();
    this.#context = await browser.newContext({ viewport });
    await this.#context.route('**/*', (route) => this.#serve(route));
    await this.#newPage();
  }

  async #newPage(): Promise<void> {
    const page = await this.#context.newPage();
    const cdp = await this.#context.newCDPSession(page);
    this.page = page;
    this.#cdp = cdp;
    page.on('crash', () => {
      this.#contextId = null;
      this.emit('render-process-gone', new StandInEvent(), { reason: 'crashed', exitCode: 139 });
    });
    page.on('popup', (popup) => void popup.close());
    cdp.on('Page.windowOpen', ({ url }) => {
      const details = { url: fromBrowser(url), frameName: '', features: '' } as Electron.HandlerDetails;
      if (this.#openHandler(details).action === 'allow') this.leaked.push(details.url);
    });
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === preloadWorld) this.#contextId = context.id;
    });
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === outward) this.#hear(codec.decode(payload) as Sent, executionContextId);
    });
    await cdp.send('Page.enable');
    await cdp.send('Runtime.enable');
    await cdp.send('Runtime.addBinding', { name: outward, executionContextName: preloadWorld });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(this.#secret) });
    if (this.#preload !== null) {
      await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
        source: preloadScript(this.#secret, this.#preload),
        worldName: preloadWorld,
      });
    }
  }

  async #ourNavigation(navigate: () => Promise<unknown>): Promise<void> {
    this.#ours += 1;
    try {
      await navigate();
    } finally {
      this.#ours -= 1;
    }
    this.emit('did-finish-load');
  }

  #eventFrom(url: string): Electron.IpcMainEvent & Electron.IpcMainInvokeEvent {
    const origin = url.startsWith('app:') ? `app://${new URL(url).host}` : new URL(url).origin;
    const senderFrame = { url, origin, parent: null };
    return { sender: this, senderFrame, type: 'frame' } as unknown as Electron.IpcMainEvent &
      Electron.IpcMainInvokeEvent;
  }

  #hear(sent: Sent, contextId: number): void {
    const event = this.#eventFrom(fromBrowser(this.page.url()));
    if (sent.kind === 'send') {
      ipcMain.emit(sent.channel, event, ...sent.args);
      return;
    }
    ipcMain.answer(event, sent.channel, sent.args).then(
      (value) => this.#deliver({ kind: 'answer', id: sent.id, value }, contextId),
      (error: unknown) => this.#deliver({ kind: 'failure', id: sent.id, message: String(error) }, contextId),
    );
  }

  async #deliver(message: Delivered, contextId: number | null): Promise<void> {
    if (contextId === null) return;
    const expression = `${inward}(${JSON.stringify(codec.encode(message))})`;
    // The page may be gone by now, as with Electron's send.
    await this.#cdp.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  }

  /** Says of a navigation what Electron says, to those who may prevent it. */
  #isAllowed(frame: Frame, address: string): boolean {
    const isMainFrame = frame.parentFrame() === null;
    const event = Object.assign(new StandInEvent(), { url: address, isMainFrame, isSameDocument: false });
    if (this.#ours === 0) {
      this.emit('will-frame-navigate', event);
      if (isMainFrame) this.emit('will-navigate', event);
    }
    if (!event.defaultPrevented) this.emit('did-start-navigation', event);
    return !event.defaultPrevented;
  }

  async #serve(route: Route): Promise<void> {
    const request = route.request();
    const address = fromBrowser(request.url());
    if (request.isNavigationRequest()) {
      const frame = frameOf(request);
      if (frame?.page() !== this.page || !this.#isAllowed(frame, address)) {
        await route.abort('aborted');
        return;
      }
    }
    const handler = defaultSession.protocol.handlers.get(new URL(address).protocol.slice(0, -1));
    if (handler !== undefined) {
      const answer = await handler(new Request(address, { method: request.method() }));
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      });
    } else if (await defaultSession.webRequest.isCancelled(address)) {
      await route.abort('blockedbyclient');
    } else {
      this.leaked.push(address);
      await route.fulfill({ body: 'The stand-in for the network.', contentType: 'text/html' });
    }
  }
}
