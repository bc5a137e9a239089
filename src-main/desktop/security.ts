import type { App, Session, WebContents } from 'electron';
import type { Logger } from '../base/logger.ts';
import { openExternally } from './external-links.ts';
import { limitPermissions } from './permissions.ts';

/** Every way to another machine or to the disk. The panel speaks through the bridge and needs none of them. */
const networkAddresses = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*'];

/** To be called before the app is ready: each renderer is sandboxed, whatever its window says, and each page locked. */
export function secureApp(app: App, logger: Logger): void {
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => {
    lockContents(contents, logger);
  });
}

/** Keeps a session from the network and from everything that asks for a permission. */
export function secureSession(session: Session): void {
  limitPermissions(session);
  // Chromium would fetch dictionaries from a server of its maker.
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest({ urls: networkAddresses }, (_details, respond) => {
    respond({ cancel: true });
  });
}

/** A page stays where it was loaded: it goes nowhere, opens nothing, and embeds nothing. Links leave for the browser. */
export function lockContents(contents: WebContents, logger: Logger): void {
  const refuse = (what: string) => (event: { preventDefault(): void }) => {
    event.preventDefault();
    logger.log('warn', 'desktop.refused', { what });
  };
  contents.on('will-navigate', refuse('navigation'));
  contents.on('will-frame-navigate', refuse('navigation of a frame'));
  contents.on('will-redirect', refuse('redirection'));
  contents.on('will-attach-webview', refuse('webview'));
  contents.setWindowOpenHandler(({ url }) => {
    openExternally(url).then(
      (opened) => {
        if (!opened) logger.log('warn', 'desktop.refused', { what: 'link' });
      },
      (error: unknown) => {
        logger.failure('desktop.link', error);
      },
    );
    return { action: 'deny' };
  });
}
