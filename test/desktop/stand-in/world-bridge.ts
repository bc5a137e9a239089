import type { Codec } from './codec.ts';

type Callable = (...args: unknown[]) => unknown;
type Message =
  | { readonly kind: 'expose'; readonly name: string; readonly api: unknown }
  | { readonly kind: 'call'; readonly id: number; readonly target: number; readonly args: unknown }
  | { readonly kind: 'returned'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'promised'; readonly id: number }
  | { readonly kind: 'threw'; readonly id: number; readonly message: string }
  | { readonly kind: 'fulfilled'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'rejected'; readonly id: number; readonly message: string };

/**
 * Electron's contextBridge: the two worlds of a page hand each other copies of values and stand-ins of functions,
 * by synchronous DOM events under a name that only they know. Installed in each world; runs as text in the page.
 */
export function installWorldBridge(
  side: 'preload' | 'page',
  secret: string,
  codec: Codec,
): { exposeInMainWorld(name: string, api: unknown): void } {
  const functions = new Map<number, Callable>();
  const answers = new Map<number, Message>();
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;

  const post = (message: Message): void => {
    window.dispatchEvent(new CustomEvent(`${secret}:${side}`, { detail: codec.encode(message) }));
  };
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
  const pack = (value: unknown): unknown => {
    if (typeof value === 'function') {
      last += 1;
      functions.set(last, value as Callable);
      return { $function: last };
    }
    if (Array.isArray(value)) return value.map(pack);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, pack(entry)]));
  };
  const unpack = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unpack);
    if (!isObject(value)) return value;
    const target = value['$function'];
    if (typeof target === 'number') return (...args: unknown[]) => call(target, args);
    return Object.freeze(
      Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, unpack(entry)])),
    );
  };
  const call = (target: number, args: unknown[]): unknown => {
    last += 1;
    const id = last;
    post({ kind: 'call', id, target, args: pack(args) });
    // Events are delivered before dispatchEvent returns, so the answer is there.
    const answer = answers.get(id);
    answers.delete(id);
    if (answer?.kind === 'threw') throw new Error(answer.message);
    if (answer?.kind === 'promised') {
      return new Promise((resolve, reject) => promises.set(id, { resolve, reject }));
    }
    return answer?.kind === 'returned' ? unpack(answer.value) : undefined;
  };
  const run = ({ id, target, args }: Extract<Message, { kind: 'call' }>): void => {
    try {
      const value = functions.get(target)?.(...(unpack(args) as unknown[]));
      if (!(value instanceof Promise)) {
        post({ kind: 'returned', id, value: pack(value) });
        return;
      }
      post({ kind: 'promised', id });
      value.then(
        (settled: unknown) => {
          post({ kind: 'fulfilled', id, value: pack(settled) });
        },
        (error: unknown) => {
          post({ kind: 'rejected', id, message: error instanceof Error ? error.message : String(error) });
        },
      );
    } catch (error) {
      post({ kind: 'threw', id, message: error instanceof Error ? error.message : String(error) });
    }
  };
  window.addEventListener(`${secret}:${side === 'page' ? 'preload' : 'page'}`, (event) => {
    const message = codec.decode((event as CustomEvent<string>).detail) as Message;
    switch (message.kind) {
      case 'expose':
        Object.defineProperty(window, message.name, { value: unpack(message.api), enumerable: true });
        break;
      case 'call':
        run(message);
        break;
      case 'fulfilled':
        promises.get(message.id)?.resolve(unpack(message.value));
        promises.delete(message.id);
        break;
      case 'rejected':
        promises.get(message.id)?.reject(new Error(message.message));
        promises.delete(message.id);
        break;
      default:
        answers.set(message.id, message);
    }
  });
  return {
    exposeInMainWorld: (name, api) => {
      post({ kind: 'expose', name, api: pack(api) });
    },
  };
}
