import { type Codec, createCodec } from './codec.ts';
import { installWorldBridge } from './world-bridge.ts';

/** From preload to main, as text. */
export type Sent =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: unknown[] }
  | { readonly kind: 'send'; readonly channel: string; readonly args: unknown[] };
/** From main to preload, as text. */
export type Delivered =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'message'; readonly channel: string; readonly args: unknown[] };

type Listener = (event: object, ...args: unknown[]) => void;

/** Name of the binding by which the preload's world reaches Node, and of the function by which Node reaches it. */
export const outward = '__standInOutward';
export const inward = '__standInInward';
/** Name of the world in which the preload runs, apart from the page. */
export const preloadWorld = 'stand-in preload';

/** What `require('electron')` gives a sandboxed preload. Runs as text in the page. */
function createElectron(
  codec: Codec,
  contextBridge: object,
  outwardName: string,
  inwardName: string,
): object {
  const listeners = new Map<string, Listener[]>();
  const waiting = new Map<
    number,
    { channel: string; resolve(value: unknown): void; reject(error: Error): void }
  >();
  let last = 0;
  const world = globalThis as unknown as Record<string, (text: string) => void>;
  const post = (message: Sent): void => world[outwardName]?.(codec.encode(message));
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { channel, resolve, reject });
        post({ kind: 'invoke', id: last, channel, args });
      }),
    send: (channel: string, ...args: unknown[]) => {
      post({ kind: 'send', channel, args });
    },
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
  };
  world[inwardName] = (text) => {
    const message = codec.decode(text) as Delivered;
    if (message.kind === 'message') {
      for (const listener of listeners.get(message.channel) ?? []) {
        listener({ sender: ipcRenderer }, ...message.args);
      }
      return;
    }
    const waiter = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') waiter?.resolve(message.value);
    else waiter?.reject(new Error(`Error invoking remote method '${waiter.channel}': ${message.message}`));
  };
  return { contextBridge, ipcRenderer };
}

/** The script for the page's own world. */
export function pageScript(secret: string): string {
  return `(${installWorldBridge.toString()})('page', '${secret}', (${createCodec.toString()})());`;
}

/** The script for the preload's world: its code as a CommonJS module that can require `electron` alone, in main frames only. */
export function preloadScript(secret: string, code: string): string {
  return `if (window.top === window) (() => {
    const codec = (${createCodec.toString()})();
    const bridge = (${installWorldBridge.toString()})('preload', '${secret}', codec);
    const electron = (${createElectron.toString()})(codec, bridge, '${outward}', '${inward}');
    const require = (name) => {
      if (name === 'electron') return electron;
      throw new Error('module not found: ' + name);
    };
    const module = { exports: {} };
    (function (require, module, exports) { ${code}
    })(require, module, module.exports);
  })();`;
}
