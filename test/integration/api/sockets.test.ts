import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agentCredential } from '../../../src-main/authority/credentials.ts';
import { newOperatorKey } from '../../../src-main/authority/operator-key.ts';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { BackboneError } from '../../../src-main/base/errors.ts';
import type { ViewerSink } from '../../../src-main/terminal/viewer.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/api-server.ts';
import { waitUntil } from '../../support/wait-until.ts';

let held: Disposables;
beforeEach(() => {
  held = new Disposables();
});
afterEach(() => held.dispose());

const start = async (options: TestServerOptions = {}) => held.add(await startTestServer(options));

interface Client {
  readonly socket: Socket;
  /** Everything heard, in order. */
  readonly heard: [string, unknown][];
}

/** Connects; rejects with what the server said when it refuses. */
async function client(
  server: TestServer,
  namespace: string,
  auth: unknown,
  headers: Record<string, string> = {},
): Promise<Client> {
  const socket = io(`${server.address}${namespace}`, {
    auth: auth as object,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: headers,
  });
  held.defer(() => void socket.disconnect());
  const heard: [string, unknown][] = [];
  socket.onAny((event: string, data: unknown) => heard.push([event, data]));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, heard };
}

const namespaces = ['/sessions', '/terminal'];

test.each(namespaces)('%s lets in a live agent and the operator, and nobody else', async (namespace) => {
  const server = await start();
  for (const key of [server.operatorKey, server.panelKey, server.agentKey]) {
    expect((await client(server, namespace, { key })).socket.connected).toBe(true);
  }
  const ended = agentCredential(server.operatorKey, { agentId: 'agent-1', launchId: 'launch-0' });
  for (const auth of [
    {},
    { key: '' },
    { key: ended },
    { key: newOperatorKey() },
    { key: null },
    { key: { a: 1 } },
  ]) {
    await expect(client(server, namespace, auth)).rejects.toMatchObject({
      data: { error: { code: 'unauthenticated' } },
    });
  }
});

test.each(namespaces)('%s refuses pages of other sites and names of others', async (namespace) => {
  const server = await start();
  const auth = { key: server.operatorKey };
  const { host } = new URL(server.address);
  await client(server, namespace, auth, { origin: `http://${host}` });
  for (const headers of [{ origin: 'http://evil.example' }, { origin: 'null' }, { host: 'evil.example' }]) {
    await expect(client(server, namespace, auth, headers)).rejects.toThrow();
  }
});

test('a client gets the whole fleet first, then every change in order', async () => {
  const server = await start();
  const { heard } = await client(server, '/sessions', { key: server.operatorKey });
  server.changed.emit({ event: 'agent.forgotten', data: { id: '1', name: 'a' } });
  server.changed.emit({ event: 'daemon.stopping', data: { agentsRunning: 3 } });
  await waitUntil('three events', () => heard.length === 3);
  expect(heard).toEqual([
    ['fleet.snapshot', { agents: [], questions: [] }],
    ['agent.forgotten', { id: '1', name: 'a' }],
    ['daemon.stopping', { agentsRunning: 3 }],
  ]);
});

test('an event that is not as the contract says does not leave', async () => {
  const server = await start();
  const { heard } = await client(server, '/sessions', { key: server.operatorKey });
  const bad = { id: '1', name: 'a', secret: 'never' };
  server.changed.emit({ event: 'agent.forgotten', data: bad });
  server.changed.emit({ event: 'daemon.stopping', data: { agentsRunning: 0 } });
  await waitUntil('the second event', () => heard.length === 2);
  expect(JSON.stringify(heard)).not.toContain('never');
  expect(server.logged.join('')).toContain('agent.forgotten');
});

test('the sockets of an ended launch are closed, and hear nothing more; others stay', async () => {
  const server = await start();
  const operator = await client(server, '/sessions', { key: server.operatorKey });
  const agents = [
    await client(server, '/sessions', { key: server.agentKey }),
    await client(server, '/terminal', { key: server.agentKey }),
  ];
  server.live.delete('launch-1');
  server.changed.emit({ event: 'agent.forgotten', data: { id: 'agent-1', name: 'builder' } });
  await waitUntil('both are closed', () => agents.every(({ socket }) => !socket.connected));
  await waitUntil('the operator hears of it', () => operator.heard.length === 2);
  expect(agents.map(({ heard }) => heard.map(([event]) => event))).toEqual([['fleet.snapshot'], []]);
});

/** Terminals that note what is done with them. */
function terminals() {
  const opened: { name: string; sink: ViewerSink; drawn: number[]; left: number }[] = [];
  return {
    opened,
    openTerminal: (name: string, sink: ViewerSink) => {
      if (name === 'none') return Promise.reject(new BackboneError('not_found', 'No.'));
      if (name === 'offline') return Promise.reject(new BackboneError('agent_offline', 'No.'));
      if (name === 'broken') return Promise.reject(new Error('a bug'));
      const one = { name, sink, drawn: [] as number[], left: 0 };
      opened.push(one);
      sink.snapshot({ sequence: 0, columns: 80, rows: 24, data: Buffer.from('picture'), skipped: 0 });
      return Promise.resolve({
        drawn: (sequence: number) => void one.drawn.push(sequence),
        leave: () => {
          one.left += 1;
        },
      });
    },
  };
}

test('a viewer gets the picture and the bytes, says what it has drawn, and leaves', async () => {
  const { opened, openTerminal } = terminals();
  const server = await start({ openTerminal });
  const { socket, heard } = await client(server, '/terminal', { key: server.agentKey });
  socket.emit('terminal.join', { viewer: 'v', name: 'builder' });
  await waitUntil('the picture is there', () => heard.length === 1);
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  opened[0]?.sink.output({ sequence: 1, data: bytes });
  await waitUntil('the bytes are there', () => heard.length === 2);
  expect(heard[0]).toEqual([
    'terminal.snapshot',
    { viewer: 'v', sequence: 0, columns: 80, rows: 24, data: Buffer.from('picture'), skipped: 0 },
  ]);
  expect(heard[1]).toEqual(['terminal.output', { viewer: 'v', sequence: 1, data: Buffer.from(bytes) }]);
  socket.emit('terminal.drawn', { viewer: 'v', sequence: 1 });
  await waitUntil('it was told', () => opened[0]?.drawn.length === 1);
  socket.emit('terminal.leave', { viewer: 'v' });
  await waitUntil('it left', () => opened[0]?.left === 1);
  opened[0]?.sink.output({ sequence: 2, data: bytes });
  opened[0]?.sink.ended();
  socket.emit('terminal.join', { viewer: 'w', name: 'builder' });
  await waitUntil('the next picture', () => heard.length === 3);
  expect(heard[2]?.[1]).toMatchObject({ viewer: 'w' });
});

test('a disconnect leaves everything', async () => {
  const { opened, openTerminal } = terminals();
  const server = await start({ openTerminal });
  const { socket } = await client(server, '/terminal', { key: server.agentKey });
  for (const viewer of ['a', 'b', 'c']) socket.emit('terminal.join', { viewer, name: 'builder' });
  await waitUntil('three watch', () => opened.length === 3);
  socket.disconnect();
  await waitUntil('all left', () => opened.every(({ left }) => left === 1));
});

test('joining again under one name leaves the first view', async () => {
  const { opened, openTerminal } = terminals();
  const server = await start({ openTerminal });
  const { socket } = await client(server, '/terminal', { key: server.agentKey });
  socket.emit('terminal.join', { viewer: 'v', name: 'one' });
  socket.emit('terminal.join', { viewer: 'v', name: 'two' });
  await waitUntil('the first left', () => opened[0]?.left === 1 && opened.length === 2);
  expect(opened[1]?.left).toBe(0);
});

test('what a client says while the terminal is being opened is not lost', async () => {
  const done: string[] = [];
  const resolves = new Map<string, () => void>();
  const server = await start({
    openTerminal: (name) => {
      if (name === 'none') return Promise.reject(new BackboneError('not_found', 'No.'));
      const viewer = {
        drawn: (sequence: number) => void done.push(`${name} drew ${sequence}`),
        leave: () => void done.push(`${name} left`),
      };
      return new Promise((resolve) => resolves.set(name, () => resolve(viewer)));
    },
  });
  const { socket, heard } = await client(server, '/terminal', { key: server.agentKey });
  socket.emit('terminal.join', { viewer: '1', name: 'stays' });
  socket.emit('terminal.join', { viewer: '2', name: 'leaves' });
  socket.emit('terminal.drawn', { viewer: '1', sequence: 7 });
  socket.emit('terminal.leave', { viewer: '2' });
  // Refused at once, and so the sign that everything before it has been heard.
  socket.emit('terminal.join', { viewer: '3', name: 'none' });
  await waitUntil('all was heard', () => heard.length === 1);
  expect(done).toEqual([]);
  for (const resolve of resolves.values()) resolve();
  await waitUntil('both were told', () => done.length === 2);
  expect(done.sort()).toEqual(['leaves left', 'stays drew 7']);
});

test.each([
  ['none', 'not_found'],
  ['offline', 'offline'],
  ['broken', 'failed'],
])('a terminal that cannot be watched (%s) ends with the reason', async (name, reason) => {
  const server = await start({ openTerminal: terminals().openTerminal });
  const { socket, heard } = await client(server, '/terminal', { key: server.agentKey });
  socket.emit('terminal.join', { viewer: 'v', name });
  await waitUntil('the end is told', () => heard.length === 1);
  expect(heard).toEqual([['terminal.ended', { viewer: 'v', reason }]]);
});

test('an agent that ends is told once, and the viewer is gone', async () => {
  const { opened, openTerminal } = terminals();
  const server = await start({ openTerminal });
  const { socket, heard } = await client(server, '/terminal', { key: server.agentKey });
  socket.emit('terminal.join', { viewer: 'v', name: 'builder' });
  await waitUntil('it watches', () => heard.length === 1);
  opened[0]?.sink.ended();
  opened[0]?.sink.ended();
  await waitUntil('the end is told', () => heard.length === 2);
  expect(heard[1]).toEqual(['terminal.ended', { viewer: 'v', reason: 'offline' }]);
  expect(opened[0]?.left).toBe(1);
});

test('one socket watches only so many terminals', async () => {
  const { opened, openTerminal } = terminals();
  const server = await start({ openTerminal });
  const { socket, heard } = await client(server, '/terminal', { key: server.agentKey });
  for (let n = 0; n < 33; n += 1) socket.emit('terminal.join', { viewer: `v${n}`, name: 'builder' });
  await waitUntil('the last is refused', () => heard.some(([event]) => event === 'terminal.ended'));
  expect(opened).toHaveLength(32);
  expect(heard.at(-1)).toEqual(['terminal.ended', { viewer: 'v32', reason: 'failed' }]);
});

test.each(namespaces)(
  '%s passes over what it does not know, and closes who goes on with it',
  async (namespace) => {
    const { opened, openTerminal } = terminals();
    const server = await start({ openTerminal });
    const { socket } = await client(server, namespace, { key: server.operatorKey });
    const events = ['terminal.input', 'terminal.resize', 'keys', '__proto__', 'constructor', 'terminal.join'];
    const payloads = [
      null,
      [],
      'text',
      1,
      { viewer: 1 },
      { viewer: 'v', name: 'a.b' },
      { viewer: 'v', name: 'a', keys: 'x' },
    ];
    let sent = 0;
    const flood = () => {
      for (const event of events) {
        for (const payload of payloads) {
          socket.emit(event, payload, () => undefined);
          sent += 1;
        }
      }
    };
    flood();
    // Others are served as before.
    expect((await client(server, namespace, { key: server.operatorKey })).socket.connected).toBe(true);
    expect(socket.connected).toBe(true);
    expect(sent).toBeLessThan(100);
    flood();
    flood();
    await waitUntil('it is closed', () => !socket.connected);
    expect(opened).toEqual([]);
    expect(server.logged.join('')).not.toContain('error');
  },
);

test('a message of more than one MiB closes the connection that sent it', async () => {
  const server = await start();
  const { socket } = await client(server, '/sessions', { key: server.operatorKey });
  const other = await client(server, '/sessions', { key: server.operatorKey });
  socket.emit('any', 'x'.repeat(1024 * 1024 + 1));
  await waitUntil('it is closed', () => !socket.connected);
  expect(other.socket.connected).toBe(true);
});

test('the server closes at once although sockets are open', async () => {
  const server = await start();
  const { socket } = await client(server, '/sessions', { key: server.operatorKey });
  await server.close();
  await waitUntil('it is closed', () => !socket.connected);
});
