import { EventEmitter } from 'node:events';
import { app, StandInEvent } from './app.ts';
import { StandInWebContents } from './web-contents.ts';

const windows = new Set<BrowserWindow>();

/** A window of the app: a page of Chromium, and what the app did to its frame. */
export class BrowserWindow
  extends EventEmitter
  implements
    Pick<Electron.BrowserWindow, 'loadURL' | 'show' | 'focus' | 'restore' | 'isMinimized' | 'isVisible'>
{
  readonly webContents: StandInWebContents;
  readonly options: Electron.BrowserWindowConstructorOptions;
  focused = 0;
  minimized = false;
  #visible: boolean;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    this.options = options;
    this.#visible = options.show !== false;
    this.webContents = new StandInWebContents(options.webPreferences ?? {}, {
      width: options.width ?? 800,
      height: options.height ?? 600,
    });
    windows.add(this);
    app.emit('web-contents-created', new StandInEvent(), this.webContents);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static fromWebContents(contents: unknown): BrowserWindow | null {
    return [...windows].find((window) => window.webContents === contents) ?? null;
  }

  async loadURL(address: string): Promise<void> {
    await this.webContents.loadURL(address);
    this.emit('ready-to-show');
  }

  show(): void {
    this.#visible = true;
  }

  isVisible(): boolean {
    return this.#visible;
  }

  focus(): void {
    this.focused += 1;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  restore(): void {
    this.minimized = false;
  }

  /** Closes as a person does. */
  async close(): Promise<void> {
    await this.webContents.close();
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0) app.emit('window-all-closed');
  }
}
