import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { asBackboneError, BackboneError } from '../../../src-main/base/errors.ts';
import { type Client, createClient } from '../../../src-main/client/client.ts';
import { startTestServer, type TestServer } from '../../support/api-server.ts';
import { sampleAgent } from '../../support/contract-samples.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function served(...args: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...args);
  open.push(() => server.dispose());
  return server;
}

/** A port behind which `answer` deals with each connection by hand. */
async function rawServer(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  const bound = server.address();
  return `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
}

async function codeOf(client: Client): Promise<string> {
  return client.call('system.health', {}).then(
    () => 'answered',
    (error: unknown) => asBackboneError(error).code,
  );
}

describe('createClient', () => {
  it('carries input and output through the real door', async () => {
    const agent = sampleAgent();
    const server = await served({
      implementations: { 'agents.set': async () => ({ agent, warnings: ['Take care.'] }) },
    });
    const client = createClient({ address: server.address, credential: server.operatorKey });
    const answer = await client.call('agents.set', { name: 'app', environment: { A: 'ü "b"\n' } });
    expect(answer).toEqual({ agent, warnings: ['Take care.'] });
    expect(server.reached).toEqual([
      {
        name: 'agents.set',
        input: { name: 'app', environment: { A: 'ü "b"\n' } },
        caller: { authority: 'operator', actor: { door: 'http', name: null } },
      },
    ]);
  });

  it('gives a refusal as the error it is', async () => {
    const server = await served({
      implementations: {
        'agents.stop': () =>
          Promise.reject(new BackboneError('still_running', 'Some live on.', { details: ['7 sleep'] })),
      },
    });
    const client = createClient({ address: server.address, credential: server.operatorKey });
    await expect(client.call('agents.stop', { name: 'app' })).rejects.toMatchObject({
      code: 'still_running',
      message: 'Some live on.',
      details: ['7 sleep'],
    });
  });

  it('sends nothing that the contract does not take', async () => {
    const server = await served();
    const client = createClient({ address: server.address, credential: server.operatorKey });
    for (const name of ['..', '', 'a/b', 'a b']) {
      await expect(client.call('agents.forget', { name })).rejects.toMatchObject({ code: 'invalid_input' });
    }
    expect(server.reached).toEqual([]);
  });

  it('keeps a hostile key of a setting out of other paths', async () => {
    const server = await served();
    const client = createClient({ address: server.address, credential: server.operatorKey });
    for (const key of ['..', '../agents/app', 'a?b#c', '%2e%2e']) {
      await expect(client.call('settings.unset', { key })).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(server.reached.filter(({ name }) => name !== 'settings.unset')).toEqual([]);
  });

  it('says when nothing listens', async () => {
    const address = await rawServer(() => undefined);
    await open.pop()?.();
    expect(await codeOf(createClient({ address, credential: null }))).toBe('daemon_unreachable');
  });

  it('says when the outcome is unknown: no answer, a part of one, or a connection that was cut', async () => {
    const silent = await rawServer(() => undefined);
    expect(await codeOf(createClient({ address: silent, credential: null, patience: 50 }))).toBe(
      'daemon_slow',
    );
    const half = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"ok"');
    });
    expect(await codeOf(createClient({ address: half, credential: null, patience: 50 }))).toBe('daemon_slow');
    const cut = await rawServer((socket) => socket.once('data', () => socket.destroy()));
    expect(await codeOf(createClient({ address: cut, credential: null }))).toBe('daemon_slow');
    const torn = await rawServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"ok"')),
    );
    expect(await codeOf(createClient({ address: torn, credential: null }))).toBe('daemon_slow');
  });

  it('follows no redirect and takes garbage for what it is', async () => {
    const elsewhere = await served();
    const address = await rawServer((socket) =>
      socket.once('data', () =>
        socket.end(
          `HTTP/1.1 302 Found\r\nlocation: ${elsewhere.address}/health\r\ncontent-length: 0\r\n\r\n`,
        ),
      ),
    );
    expect(await codeOf(createClient({ address, credential: 'secret' }))).toBe('internal');
    expect(elsewhere.reached).toEqual([]);
    const other = await rawServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')));
    expect(await codeOf(createClient({ address: other, credential: null }))).toBe('internal');
  });
});
