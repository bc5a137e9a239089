import type { WebContents } from 'electron';
import { z } from 'zod';
import type { BridgeInfo } from '../../src-preload/bridge.ts';
import { channels } from '../../src-preload/channels.ts';
import type { Logger } from '../base/logger.ts';
import { terminalRequests } from '../contract/events.ts';
import type { Core } from './core.ts';
import { PanelIpc } from './ipc.ts';
import { PanelSession } from './panel-session.ts';

export interface PanelDoorOptions {
  readonly core: Core;
  readonly info: BridgeInfo;
  readonly logger: Logger;
  /** Asks a person for a folder; null when they cancelled. */
  readonly chooseFolder: () => Promise<string | null>;
}

const nothing = z.tuple([]);
const id = z.tuple([z.string().min(1).max(64)]);
const call = z.tuple([z.string().min(1).max(100), z.unknown()]);
const terminal = z.union([
  z.tuple([z.literal('terminal.join'), terminalRequests['terminal.join']]),
  z.tuple([z.literal('terminal.leave'), terminalRequests['terminal.leave']]),
  z.tuple([z.literal('terminal.drawn'), terminalRequests['terminal.drawn']]),
]);

/** Answers what the panel asks over the bridge: the third door beside HTTP and Socket.IO, and the only one without a network. */
export class PanelDoor {
  readonly #ipc: PanelIpc;
  readonly #core: Core;
  readonly #sessions = new Map<WebContents, PanelSession>();

  constructor(options: PanelDoorOptions) {
    this.#core = options.core;
    this.#ipc = new PanelIpc(options.logger);
    this.#ipc.handle(channels.call, call, async ([name, input]) => ({
      output: await this.#core.call(name, input),
    }));
    this.#ipc.handle(channels.info, nothing, () => Promise.resolve(options.info));
    this.#ipc.handle(channels.chooseFolder, nothing, () => options.chooseFolder());
    this.#ipc.listen(channels.subscribe, id, ([subscription], sender) => {
      this.#sessionOf(sender).subscribe(subscription);
    });
    this.#ipc.listen(channels.unsubscribe, id, ([subscription], sender) => {
      this.#sessionOf(sender).unsubscribe(subscription);
    });
    this.#ipc.listen(channels.terminal, terminal, (request, sender) => {
      const session = this.#sessionOf(sender);
      switch (request[0]) {
        case 'terminal.join':
          session.join(request[1].viewer, request[1].name);
          break;
        case 'terminal.leave':
          session.leave(request[1].viewer);
          break;
        case 'terminal.drawn':
          session.drawn(request[1].viewer, request[1].sequence);
          break;
      }
    });
  }

  /** Lets the panel in `contents` in. What a page held is released when it is reloaded, crashes or goes. */
  admit(contents: WebContents): void {
    this.#ipc.enrol(contents);
    const endSession = (): void => {
      this.#sessions.get(contents)?.end();
      this.#sessions.delete(contents);
    };
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) endSession();
    });
    contents.on('render-process-gone', endSession);
    contents.on('destroyed', endSession);
  }

  /** Ends every session and answers nothing more. */
  dispose(): void {
    for (const session of this.#sessions.values()) session.end();
    this.#sessions.clear();
    this.#ipc.dispose(Object.values(channels));
  }

  #sessionOf(contents: WebContents): PanelSession {
    const existing = this.#sessions.get(contents);
    if (existing !== undefined) return existing;
    const session = new PanelSession(contents, this.#core);
    this.#sessions.set(contents, session);
    return session;
  }
}
