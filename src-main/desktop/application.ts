import path from 'node:path';
import { app, dialog, session } from 'electron';
import type { Clock } from '../base/clock.ts';
import { asBackboneError, exitStatusOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { ensurePrivateFolder } from '../base/private-files.ts';
import { listPanelFiles, registerPanelScheme, servePanel } from './app-protocol.ts';
import type { Core } from './core.ts';
import { farewell } from './farewell.ts';
import { chooseFolder } from './folder-dialog.ts';
import { installMenu } from './menu.ts';
import { PanelDoor } from './panel-door.ts';
import { secureApp, secureSession } from './security.ts';
import { type StartRequest, startRequest } from './start-request.ts';
import { createPanelWindow, loadPanel, present } from './window.ts';

export interface ApplicationOptions {
  /** Opens the daemon core, once the app is sure to be the only one on its data directory. */
  readonly openCore: () => Promise<Core>;
  /** Folder for what Chromium keeps; private. One app runs for each. */
  readonly profile: string;
  /** Folder with `panel/` and `preload/` as they are built. */
  readonly built: string;
  readonly request: StartRequest;
  readonly clock: Clock;
  readonly logger: Logger;
  /** One line for the terminal from which the app was started. */
  readonly say: (line: string) => void;
}

/**
 * The desktop app. To be called before Electron is ready. A second start of the app hands its request to the first
 * and ends. Closing the window ends the app and its core, and no agent.
 * @throws not_private when the profile's folder is not the person's own
 */
export function runApplication(options: ApplicationOptions): void {
  ensurePrivateFolder(options.profile);
  app.setPath('userData', options.profile);
  if (!app.requestSingleInstanceLock(options.request)) {
    options.say('Backbone is open already; its window comes to the front.');
    app.quit();
    return;
  }
  secureApp(app, options.logger);
  registerPanelScheme();
  app.whenReady().then(
    () => open(options),
    (error: unknown) => {
      fail(error, options.logger);
    },
  );
}

async function open(options: ApplicationOptions): Promise<void> {
  const ending = new AbortController();
  app.once('before-quit', () => {
    ending.abort();
  });
  try {
    secureSession(session.defaultSession);
    servePanel(session.defaultSession.protocol, listPanelFiles(path.join(options.built, 'panel')));
    installMenu();
    const core = await options.openCore();
    const window = createPanelWindow(
      path.join(options.built, 'preload', 'preload.cjs'),
      options.clock,
      options.logger,
    );
    const door = new PanelDoor({
      core,
      info: { version: app.getVersion(), platform: process.platform, core: core.kind },
      logger: options.logger,
      chooseFolder: () => chooseFolder(window),
    });
    endWith(core, door, options);
    door.admit(window.webContents);
    app.on('second-instance', (_event, _argv, _folder, data) => {
      present(window);
      const parsed = startRequest.safeParse(data);
      if (parsed.success) carryOut(parsed.data, core, options.logger);
    });
    await loadPanel(window);
    carryOut(options.request, core, options.logger);
  } catch (error) {
    // A page that was still loading when the person left is no failure.
    if (!ending.signal.aborted) fail(error, options.logger);
  }
}

function carryOut(request: StartRequest, core: Core, logger: Logger): void {
  if (!request.practice) return;
  core
    .call('agents.start', { name: 'practice', runtime: 'practice', wait: false })
    .catch((error: unknown) => {
      logger.failure('desktop.practice', error);
    });
}

/** Lets the core go before the app ends, and says what goes on without it. */
function endWith(core: Core, door: PanelDoor, { logger, say }: ApplicationOptions): void {
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.once('will-quit', (event) => {
    event.preventDefault();
    door.dispose();
    const end = async (): Promise<void> => {
      const line = await farewell(core);
      await core.close();
      if (line !== null) say(line);
    };
    end()
      .catch((error: unknown) => {
        logger.failure('desktop.end', error);
      })
      .finally(() => {
        app.quit();
      });
  });
}

/** Without a core or a panel there is nothing to show: says why and ends. */
function fail(thrown: unknown, logger: Logger): void {
  logger.failure('desktop.start', thrown);
  const error = asBackboneError(thrown);
  dialog.showErrorBox('Backbone cannot start', [error.message, ...error.details].join('\n'));
  app.exit(exitStatusOf(error));
}
