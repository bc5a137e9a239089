import { BrowserWindow, type BrowserWindowConstructorOptions, dialog } from 'electron';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { panelAddress } from './panel-origin.ts';
import { ReloadLimit } from './reload-limit.ts';

/** Every choice that keeps the page apart from the machine is written down here, also where it is Electron's default. */
export function panelWindowOptions(preload: string): BrowserWindowConstructorOptions {
  return {
    title: 'Backbone',
    width: 1280,
    height: 820,
    minWidth: 480,
    minHeight: 400,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      // Chromium would fetch dictionaries, and would read what people type.
      spellcheck: false,
    },
  };
}

/**
 * Makes the panel's window; it is shown once there is something to see, and loaded by `loadPanel`. A page that
 * crashes is loaded again, which neither the core nor an agent notices.
 */
export function createPanelWindow(preload: string, clock: Clock, logger: Logger): BrowserWindow {
  const window = new BrowserWindow(panelWindowOptions(preload));
  const limit = new ReloadLimit();
  window.once('ready-to-show', () => {
    window.show();
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    logger.log('error', 'desktop.panel-crashed', { reason: details.reason, status: details.exitCode });
    if (limit.mayReload(clock.elapsed())) {
      window.webContents.reload();
      return;
    }
    dialog.showErrorBox(
      'The panel keeps crashing',
      'Your agents are not affected and go on. Close this window and start Backbone again; the log says why.',
    );
  });
  return window;
}

/** Loads the panel. Rejects when it cannot be served. */
export async function loadPanel(window: BrowserWindow): Promise<void> {
  await window.loadURL(panelAddress);
}

/** Brings a window to the person, whatever state it is in. */
export function present(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
