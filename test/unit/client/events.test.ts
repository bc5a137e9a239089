import { afterEach, describe, expect, it } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import type { BackboneError } from '../../../src-main/base/errors.ts';
import { followFleet } from '../../../src-main/client/fleet.ts';
import { watchTerminals } from '../../../src-main/client/terminal.ts';
import type { ViewerSink } from '../../../src-main/terminal/viewer.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/api-server.ts';
import { sampleAgent, sampleQuestion } from '../../support/contract-samples.ts';
import { waitUntil } from '../../support/wait-until.ts';

let held = new Disposables();
afterEach(async () => {
  await held.dispose();
  held = new Disposables();
});

async function served(options: TestServerOptions = {}): Promise<TestServer> {
  return held.add(await startTestServer(options));
}

/** Notes every event in one list. */
function notebook() {
  const heard: unknown[] = [];
  const failures: BackboneError[] = [];
  const note = (event: string) => (data: unknown) => void heard.push([event, data]);
  const listener = {
    lost: () => void heard.push(['lost']),
    failed: (error: BackboneError) => void failures.push(error),
  };
  return { heard, failures, note, listener };
}

function fleetHandlers(note: (event: string) => (data: unknown) => void) {
  return {
    'fleet.snapshot': note('fleet.snapshot'),
    'agent.changed': note('agent.changed'),
    'agent.forgotten': note('agent.forgotten'),
    'question.changed': note('question.changed'),
    'daemon.stopping': note('daemon.stopping'),
  };
}

describe('followFleet', () => {
  it('hears the whole fleet first, then every change, in order', async () => {
    const snapshot = { agents: [sampleAgent()], questions: [sampleQuestion()] };
    const server = await served({ snapshot });
    const { heard, failures, note, listener } = notebook();
    const source = { address: server.address, credential: server.operatorKey };
    held.add(await followFleet(source, fleetHandlers(note), listener));
    await waitUntil('the snapshot came', () => heard.length === 1);
    const agent = sampleAgent({ lastMessage: 'Next.' });
    server.changed.emit({ event: 'agent.changed', data: { agent } });
    server.changed.emit({ event: 'daemon.stopping', data: { agentsRunning: 2 } });
    await waitUntil('both changes came', () => heard.length === 3);
    expect(heard).toEqual([
      ['fleet.snapshot', snapshot],
      ['agent.changed', { agent }],
      ['daemon.stopping', { agentsRunning: 2 }],
    ]);
    expect(failures).toEqual([]);
  });

  it('says that the credential was refused', async () => {
    const server = await served();
    const { heard, failures, note, listener } = notebook();
    const source = { address: server.address, credential: 'wrong' };
    held.add(await followFleet(source, fleetHandlers(note), listener));
    await waitUntil('it was refused', () => failures.length === 1);
    expect(failures[0]?.code).toBe('unauthenticated');
    expect(heard).toEqual([]);
  });

  it('says when the daemon is gone', async () => {
    const server = await startTestServer();
    const { heard, note, listener } = notebook();
    const source = { address: server.address, credential: server.operatorKey };
    held.add(await followFleet(source, fleetHandlers(note), listener));
    await waitUntil('the snapshot came', () => heard.length === 1);
    await server.dispose();
    await waitUntil('it was told', () => heard.length === 2);
    expect(heard[1]).toEqual(['lost']);
  });
});

describe('watchTerminals', () => {
  it('joins an agent, hears its bytes, acknowledges and leaves', async () => {
    const drawn: number[] = [];
    const sinks: ViewerSink[] = [];
    let left = 0;
    const server = await served({
      openTerminal: async (_, sink) => {
        sinks.push(sink);
        sink.snapshot({ sequence: 1, columns: 80, rows: 24, data: Buffer.from('ü'), skipped: 0 });
        return { drawn: (sequence) => void drawn.push(sequence), leave: () => void (left += 1) };
      },
    });
    const { heard, failures, note, listener } = notebook();
    const watch = held.add(
      await watchTerminals(
        { address: server.address, credential: server.operatorKey },
        {
          'terminal.snapshot': ({ data, ...rest }) =>
            void heard.push(['snapshot', Buffer.from(data).toString('utf8'), rest.sequence]),
          'terminal.output': ({ data, sequence }) =>
            void heard.push(['output', Buffer.from(data).toString('utf8'), sequence]),
          'terminal.ended': note('ended'),
        },
        listener,
      ),
    );
    watch.join('view', 'app');
    await waitUntil('the picture came', () => heard.length === 1);
    sinks[0]?.output({ sequence: 2, data: Buffer.from('日') });
    await waitUntil('the output came', () => heard.length === 2);
    watch.drawn('view', 2);
    await waitUntil('it was acknowledged', () => drawn.length === 1);
    watch.leave('view');
    await waitUntil('the viewer has left', () => left === 1);
    expect(heard).toEqual([
      ['snapshot', 'ü', 1],
      ['output', '日', 2],
    ]);
    expect(drawn).toEqual([2]);
    expect(failures).toEqual([]);
  });
});
