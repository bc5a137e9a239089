import { contextBridge, ipcRenderer } from 'electron';
import type { Answer, Bridge, BridgeInfo, FleetMessage, TerminalMessage } from './bridge.ts';
import { channels } from './channels.ts';

/** Who in the panel hears of the fleet and of terminals, by the id under which main knows them. */
const fleetListeners = new Map<string, (message: FleetMessage) => void>();
const viewers = new Map<string, (message: TerminalMessage) => void>();

// The event object carries ipcRenderer as its sender, so it is never passed on.
ipcRenderer.on(channels.fleet, (_event, id: string, message: FleetMessage) => {
  fleetListeners.get(id)?.(message);
});
ipcRenderer.on(channels.terminal, (_event, id: string, message: TerminalMessage) => {
  viewers.get(id)?.(message);
});

async function ask<T>(
  accepts: (value: unknown) => value is T,
  channel: string,
  ...args: unknown[]
): Promise<T> {
  const value: unknown = await ipcRenderer.invoke(channel, ...args);
  if (!accepts(value)) throw new Error('The app gave an answer that the bridge does not know.');
  return value;
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && ('output' in value || 'error' in value);
const isInfo = (value: unknown): value is BridgeInfo =>
  typeof value === 'object' && value !== null && 'version' in value && 'platform' in value && 'core' in value;
const isFolder = (value: unknown): value is string | null => value === null || typeof value === 'string';

const bridge: Bridge = {
  call: (name, input) => ask(isAnswer, channels.call, name, input),
  subscribe(listener) {
    const id = crypto.randomUUID();
    fleetListeners.set(id, listener);
    ipcRenderer.send(channels.subscribe, id);
    return () => {
      if (fleetListeners.delete(id)) ipcRenderer.send(channels.unsubscribe, id);
    };
  },
  openTerminal(agentName, listener) {
    const viewer = crypto.randomUUID();
    viewers.set(viewer, listener);
    ipcRenderer.send(channels.terminal, 'terminal.join', { viewer, name: agentName });
    return {
      drawn(sequence) {
        if (viewers.has(viewer)) ipcRenderer.send(channels.terminal, 'terminal.drawn', { viewer, sequence });
      },
      close() {
        if (viewers.delete(viewer)) ipcRenderer.send(channels.terminal, 'terminal.leave', { viewer });
      },
    };
  },
  info: () => ask(isInfo, channels.info),
  chooseFolder: () => ask(isFolder, channels.chooseFolder),
};

contextBridge.exposeInMainWorld('backbone', bridge);
