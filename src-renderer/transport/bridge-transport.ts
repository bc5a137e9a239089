import { z } from 'zod';
import type { InputOf, OutputOf, ProcedureName } from '../../src-main/contract/procedures.ts';
import type { Bridge, TerminalHandle } from '../../src-preload/bridge.ts';
import { errorFrom } from './call-error.ts';
import { ConnectionState } from './connection-state.ts';
import { parseOutput } from './http-call.ts';
import { type FleetMessage, parseFleet, parseTerminal, type TerminalMessage } from './incoming.ts';
import { Listeners } from './listeners.ts';
import type { Transport } from './transport.ts';

const given = z.object({ output: z.unknown() });
const chosen = z.string().startsWith('/').nullable();
const pauseBetweenTries = 2_000;

interface Watch {
  readonly name: string;
  readonly listener: (message: TerminalMessage) => void;
  handle: TerminalHandle;
}

/** The way to the daemon from inside the desktop app: everything goes through the bridge. */
export function createBridgeTransport(bridge: Bridge): Transport {
  const connection = new ConnectionState();
  const fleet = new Listeners<FleetMessage>();
  const stray = new Listeners<string>();
  const watches = new Set<Watch>();
  let unsubscribe = (): void => undefined;
  let timer: ReturnType<typeof setInterval> | null = null;

  async function call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    const answer: unknown = await bridge.call(name, input);
    const parsed = given.safeParse(answer);
    if (parsed.success) return parseOutput(name, parsed.data.output);
    const failure = errorFrom(answer);
    if (failure.code === 'daemon_unreachable') lose();
    throw failure;
  }

  function subscribe(): void {
    unsubscribe();
    unsubscribe = bridge.subscribe(({ event, data }) => {
      const message = parseFleet(event, data);
      if (message === null) {
        stray.tell(event);
        return;
      }
      if (message.event === 'fleet.snapshot') {
        stopTrying();
        if (connection.now.state === 'lost') watchAgain();
        connection.set({ state: 'connected', attempts: 0 });
      } else if (message.event === 'daemon.stopping') {
        lose();
      }
      fleet.tell(message);
    });
  }

  function open(name: string, listener: Watch['listener']): TerminalHandle {
    return bridge.openTerminal(name, ({ event, data }) => {
      const message = parseTerminal(event, data);
      if (message === null) stray.tell(event);
      else listener(message);
    });
  }

  /** The daemon that came back knows nothing of who watched the one before. */
  function watchAgain(): void {
    for (const watch of watches) {
      watch.handle.close();
      watch.handle = open(watch.name, watch.listener);
    }
  }

  function stopTrying(): void {
    if (timer !== null) clearInterval(timer);
    timer = null;
  }

  function lose(): void {
    if (timer !== null) return;
    connection.set({ state: 'lost', attempts: 0 });
    timer = setInterval(tryAgain, pauseBetweenTries);
  }

  function tryAgain(): void {
    connection.set({ state: 'lost', attempts: connection.now.attempts + 1 });
    // A new subscription begins with the whole fleet, as soon as a daemon answers.
    subscribe();
  }

  return {
    call,
    onFleet(listener) {
      const end = fleet.add(listener);
      // The first event carries the whole fleet: nobody may miss it.
      if (fleet.size === 1) subscribe();
      return end;
    },
    onStray: (listener) => stray.add(listener),
    onConnection: (listener) => connection.listen(listener),
    watchTerminal(name, listener) {
      const watch: Watch = { name, listener, handle: open(name, listener) };
      watches.add(watch);
      return {
        drawn: (sequence) => {
          watch.handle.drawn(sequence);
        },
        leave: () => {
          watches.delete(watch);
          watch.handle.close();
        },
      };
    },
    retry: tryAgain,
    chooseFolder: async () => chosen.parse(await bridge.chooseFolder()),
    dispose() {
      stopTrying();
      unsubscribe();
    },
  };
}
