import fc from 'fast-check';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBody } from '../../../src-main/contract/error-body.ts';
import type { Procedure } from '../../../src-main/contract/procedure.ts';
import { procedures } from '../../../src-main/contract/procedures.ts';
import { startTestServer, type TestServer } from '../../support/api-server.ts';
import { rawBytes, rawRequest } from '../../support/raw-http.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

/** Refused in the contract's shape, and no bug of ours: the implementations of this server know nothing. */
function expectRefusal(status: number, body: string): void {
  const { code } = errorBody.parse(JSON.parse(body)).error;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(code).not.toBe('internal');
}

function expectNoBug(): void {
  expect(server.logged.join('')).not.toMatch(/"event":"[^"]* failed"|not as the contract says/);
}

const entries = Object.values<Procedure>(procedures);
const segment = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 120 }),
  fc.constantFrom('..', '%00', 'a/b', '__proto__', '.'),
);
const field = fc.constantFrom(
  'name',
  'dir',
  'wait',
  'lines',
  'value',
  'key',
  'id',
  'decision',
  'fingerprint',
  'environment',
  '__proto__',
  'constructor',
  'x',
);
const input = fc.dictionary(field, fc.jsonValue({ maxDepth: 4 }), { noNullPrototype: true });
const body = fc.oneof(
  input.map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

test('whatever the operator sends to any procedure, it is answered and nothing breaks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...entries),
      segment,
      fc.dictionary(field, fc.string()),
      body,
      async (procedure, text, query, sent) => {
        const writes = procedure.method === 'POST' || procedure.method === 'PATCH';
        const search = writes ? '' : `?${new URLSearchParams(query).toString()}`;
        const answer = await rawRequest(server.address, {
          method: procedure.method,
          path: `${procedure.path.replace(/\{\w+\}/g, encodeURIComponent(text))}${search}`,
          headers: {
            authorization: `Bearer ${server.operatorKey}`,
            ...(writes
              ? { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(sent)}` }
              : {}),
          },
          ...(writes ? { body: sent } : {}),
        });
        expectRefusal(answer.status, answer.body);
      },
    ),
    { numRuns: 400 },
  );
  expectNoBug();
});

test('whatever stands in the path, the query or the headers, nothing breaks', async () => {
  const line = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 80,
  });
  await fc.assert(
    fc.asyncProperty(
      line,
      line,
      line,
      fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS', 'HEAD', 'TRACE', 'PATCH'),
      async (pathname, value, type, method) => {
        const answer = await rawRequest(server.address, {
          method,
          path: `/${pathname}`,
          headers: { authorization: value, 'content-type': type, 'x-forwarded-host': value, cookie: value },
        });
        // HEAD has no body; the empty path is the panel that is not built.
        if (method !== 'HEAD') expectRefusal(answer.status, answer.body);
        else expect(answer.status).toBeLessThan(500);
      },
    ),
    { numRuns: 300 },
  );
});

test('whatever bytes come, the next request is served', async () => {
  const start = fc.constantFrom(
    '',
    'GET / HTTP/1.1\r\n',
    'POST /api/agents HTTP/1.1\r\nHost: localhost\r\n',
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n',
  );
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ maxLength: 300 }), async (head, bytes) => {
      const answer = await rawBytes(
        server.address,
        Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n\r\n')]),
      );
      expect(answer).not.toMatch(/^HTTP\/1\.1 5/);
    }),
    { numRuns: 100 },
  );
  const answer = await rawRequest(server.address, { path: '/docs' });
  expect(answer.status).toBe(200);
});

test.each(['/sessions', '/terminal'])(
  'whatever a client says in %s, the next one is served',
  async (namespace) => {
    const event = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('terminal.join', 'terminal.leave', 'terminal.drawn', '__proto__', 'message'),
    );
    const payload = fc.oneof(
      fc.jsonValue(),
      fc.uint8Array({ maxLength: 40 }),
      fc.dictionary(fc.constantFrom('viewer', 'name', 'sequence'), fc.jsonValue(), { noNullPrototype: true }),
    );
    const reserved = [
      'connect',
      'connect_error',
      'disconnect',
      'disconnecting',
      'newListener',
      'removeListener',
    ];
    const open = async () => {
      const socket = io(`${server.address}${namespace}`, {
        auth: { key: server.operatorKey },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      });
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return socket;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(event, fc.array(payload, { maxLength: 3 })), { maxLength: 20 }),
        async (messages) => {
          const socket = await open();
          for (const [name, payloads] of messages)
            if (!reserved.includes(name)) socket.emit(name, ...payloads);
          socket.disconnect();
        },
      ),
      { numRuns: 40 },
    );
    const last = await open();
    expect(last.connected).toBe(true);
    last.disconnect();
    expectNoBug();
  },
);

test('a handshake of any form is refused, and raw frames of any form break nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ maxLength: 200 }),
      fc.constantFrom('0', '1', '2', '4', '40', '40/sessions,', '42/terminal,', '451-/terminal,', '5', '6'),
      async (text, start) => {
        const socket = new WebSocket(
          `${server.address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
        );
        await new Promise<void>((resolve) => {
          socket.addEventListener('close', () => resolve());
          socket.addEventListener('error', () => resolve());
          socket.addEventListener('open', () => {
            socket.send(start + text);
            socket.close();
          });
        });
      },
    ),
    { numRuns: 100 },
  );
  expect((await rawRequest(server.address, { path: '/docs' })).status).toBe(200);
});
