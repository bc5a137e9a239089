import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '../src-main/base/run-command.ts';
import type { EventSource } from '../src-main/client/connect.ts';
import { watchTerminals } from '../src-main/client/terminal.ts';
import type { Watch } from './latency.ts';

/** What most tools do: a process for each look. Milliseconds between the beginnings of two looks. */
const pollEvery = 100;

/** A tmux client that only reads what tmux writes: the shortest way there is. */
export function bareClient(socket: string, session: string): Watch {
  return async (hear) => {
    const client = spawn(
      'tmux',
      ['-L', socket, '-C', 'attach-session', '-t', `=${session}`, '-f', 'ignore-size'],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    );
    client.stdout.on('data', hear);
    await once(client.stdout, 'data');
    return {
      dispose: async () => {
        client.kill();
        await once(client, 'close');
      },
    };
  };
}

/** The panel's own client over the network's door, drawing at once. */
export function panelClient(source: EventSource, name: string): Watch {
  return async (hear) => {
    const viewer = 'bench';
    const begun = Promise.withResolvers<number>();
    const terminals = await watchTerminals(
      source,
      {
        'terminal.snapshot': ({ sequence }) => {
          begun.resolve(sequence);
          terminals.drawn(viewer, sequence);
        },
        'terminal.output': ({ sequence, data }) => {
          hear(data);
          terminals.drawn(viewer, sequence);
        },
        'terminal.ended': ({ reason }) => begun.reject(new Error(`The terminal ended: ${reason}`)),
      },
      { lost: () => undefined, failed: (error) => begun.reject(error) },
    );
    terminals.join(viewer, name);
    await begun.promise;
    return terminals;
  };
}

/** A look at the whole screen again and again. */
export function pollingClient(socket: string, session: string): Watch {
  return async (hear) => {
    const over = new AbortController();
    const polling = (async () => {
      while (!over.signal.aborted) {
        const next = performance.now() + pollEvery;
        const { output } = await runCommand('tmux', [
          ...['-L', socket, 'capture-pane', '-p', '-J', '-t', `=${session}:`],
        ]);
        hear(Buffer.from(output));
        await pause(Math.max(0, next - performance.now()));
      }
    })();
    return {
      dispose: async () => {
        over.abort();
        await polling;
      },
    };
  };
}
