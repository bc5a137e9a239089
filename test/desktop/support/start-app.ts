import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { preload } from '../../../scripts/build/targets.ts';
import { systemClock } from '../../../src-main/base/clock.ts';
import { createLogger } from '../../../src-main/base/logger.ts';
import { runApplication } from '../../../src-main/desktop/application.ts';
import type { StartRequest } from '../../../src-main/desktop/start-request.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { app } from '../stand-in/app.ts';
import { BrowserWindow } from '../stand-in/browser-window.ts';
import { CoreDouble } from './core-double.ts';

export interface RunningApp {
  readonly core: CoreDouble;
  readonly window: BrowserWindow;
  readonly profile: string;
  /** Lines for the terminal, and lines of the log. */
  readonly said: string[];
  readonly logged: string[];
  /** Runs in the page's own world. */
  inPage<T>(run: () => T | Promise<T>): Promise<T>;
  end(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../../..');

/** Builds the real preload beside a small panel for tests. @returns the folder that takes the place of `dist` */
export async function buildForTests(folder: string): Promise<string> {
  const built = path.join(folder, 'built');
  mkdirSync(built);
  cpSync(path.join(root, 'test/desktop/panel'), path.join(built, 'panel'), { recursive: true });
  await preload.make(root, built);
  return built;
}

/** Starts the whole app around a core double and waits for its window. One for each test file: Electron has one `app`. */
export async function startApp(request: StartRequest = { practice: false }): Promise<RunningApp> {
  const folder = temporaryFolder('desktop');
  const core = new CoreDouble();
  const said: string[] = [];
  const logged: string[] = [];
  const profile = path.join(folder.path, 'profile');
  runApplication({
    openCore: () => Promise.resolve(core),
    profile,
    built: await buildForTests(folder.path),
    request,
    clock: systemClock,
    logger: createLogger((line) => logged.push(line), systemClock.now),
    say: (line) => said.push(line),
  });
  await waitUntil('the window is shown', () => BrowserWindow.getAllWindows()[0]?.isVisible(), Boolean, {
    within: 30_000,
  });
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) throw new Error('There is no window.');
  return {
    core,
    window,
    profile,
    said,
    logged,
    inPage: (run) => window.webContents.page.evaluate(run),
    end: async () => {
      if (app.ended === null) app.quit();
      await waitUntil('the app has ended', () => app.ended !== null);
      await folder.dispose();
    },
  };
}
