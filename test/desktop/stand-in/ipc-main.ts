import { EventEmitter } from 'node:events';

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** Electron's `ipcMain` with what the app uses of it. */
class StandInIpcMain extends EventEmitter implements Pick<Electron.IpcMain, 'handle' | 'removeHandler'> {
  readonly handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }

  async answer(event: Electron.IpcMainInvokeEvent, channel: string, args: unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return await handler(event, ...args);
  }
}

export const ipcMain = new StandInIpcMain();
