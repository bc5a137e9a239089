import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { errorBody } from '../../../src-main/contract/error-body.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/api-server.ts';
import { type RawAnswer, rawBytes, rawRequest } from '../../support/raw-http.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let held: Disposables;
beforeEach(() => {
  held = new Disposables();
});
afterEach(() => held.dispose());

const start = async (options: TestServerOptions = {}) => held.add(await startTestServer(options));
const codeOf = ({ body }: RawAnswer) => errorBody.parse(JSON.parse(body)).error.code;

function ask(
  server: TestServer,
  method: string,
  pathname: string,
  body?: string,
  headers: Record<string, string> = {},
) {
  return rawRequest(server.address, {
    method,
    path: pathname,
    headers: {
      authorization: `Bearer ${server.operatorKey}`,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
}

test('fields come from the path, the query and the body, parsed by the contract', async () => {
  const server = await start();
  await ask(server, 'GET', '/api/agents/my-agent/screen?lines=12');
  await ask(server, 'POST', '/api/agents', '{"dir":"/tmp","wait":false}');
  await ask(server, 'PATCH', '/api/settings/backbone.port', '{"value":[1,{"a":null}]}');
  await ask(server, 'POST', '/api/agents/a/stop');
  await ask(server, 'DELETE', '/api/agents/a', undefined, { expect: 'nothing-known' });
  expect(server.reached.map(({ name, input }) => [name, input])).toEqual([
    ['agents.screen', { name: 'my-agent', lines: 12 }],
    ['agents.start', { dir: '/tmp', wait: false }],
    ['settings.set', { key: 'backbone.port', value: [1, { a: null }] }],
    ['agents.stop', { name: 'a' }],
    ['agents.forget', { name: 'a' }],
  ]);
});

test('an answer leaves as the contract says; what it does not name does not leave', async () => {
  const server = await start({
    implementations: {
      'system.health': () => Promise.resolve({ ok: true, version: '1' }),
      'system.shutdown': () =>
        Promise.resolve({ agentsRunning: 2, secret: 'never' } as { agentsRunning: number }),
    },
  });
  const health = await rawRequest(server.address, { path: '/health' });
  expect([health.status, JSON.parse(health.body)]).toEqual([200, { ok: true, version: '1' }]);
  const shutdown = await ask(server, 'POST', '/api/shutdown');
  expect([shutdown.status, codeOf(shutdown)]).toEqual([500, 'internal']);
  expect(shutdown.body).not.toContain('never');
});

test('a bug of ours is told without its cause, which the log has', async () => {
  const server = await start({
    implementations: { 'agents.list': () => Promise.reject(new TypeError('the inner cause')) },
  });
  const answer = await ask(server, 'GET', '/api/agents');
  expect([answer.status, codeOf(answer)]).toEqual([500, 'internal']);
  expect(answer.body).not.toContain('inner');
  expect(server.logged.join('')).toContain('the inner cause');
});

test.each<[string, string, string, string | undefined, Record<string, string>, string, number]>([
  ['no such page', 'GET', '/nothing', undefined, {}, 'not_found', 404],
  ['a path outside', 'GET', '/../../etc/passwd', undefined, {}, 'not_found', 404],
  ['another method', 'PUT', '/api/agents', '{}', {}, 'not_found', 404],
  ['a broken escape', 'GET', '/api/agents/%E0%A4%A', undefined, {}, 'invalid_input', 422],
  ['no JSON', 'POST', '/api/agents', '{', {}, 'invalid_input', 422],
  ['an empty body that is said to be JSON', 'POST', '/api/agents', '', {}, 'invalid_input', 422],
  ['JSON that is no object', 'POST', '/api/agents', '[]', {}, 'invalid_input', 422],
  ['text', 'POST', '/api/agents', '{}', { 'content-type': 'text/plain' }, 'invalid_input', 422],
  [
    'a form',
    'POST',
    '/api/agents',
    'a=1',
    { 'content-type': 'application/x-www-form-urlencoded' },
    'invalid_input',
    422,
  ],
  [
    'another charset',
    'POST',
    '/api/agents',
    '{}',
    { 'content-type': 'application/json; charset=utf-16' },
    'invalid_input',
    422,
  ],
  [
    'a body nested too deep',
    'POST',
    '/api/agents',
    `{"dir":${'['.repeat(100)}${']'.repeat(100)}}`,
    {},
    'invalid_input',
    422,
  ],
  ['a poisoned prototype', 'POST', '/api/agents', '{"__proto__":{"a":1}}', {}, 'invalid_input', 422],
  ['an unknown field', 'POST', '/api/agents', '{"dir":"/tmp","extra":1}', {}, 'invalid_input', 422],
  ['an unknown query', 'GET', '/api/agents?extra=1', undefined, {}, 'invalid_input', 422],
  ['a query twice', 'GET', '/api/agents/a/screen?lines=1&lines=2', undefined, {}, 'invalid_input', 422],
  ['a query where a body belongs', 'POST', '/api/agents?wait=false', '{}', {}, 'invalid_input', 422],
  ['a body where a query belongs', 'DELETE', '/api/agents/a', '{"a":1}', {}, 'invalid_input', 422],
  [
    'a field in path and body',
    'POST',
    '/api/agents/a/rename',
    '{"name":"b","to":"c"}',
    {},
    'invalid_input',
    422,
  ],
  ['a name that tmux cannot keep', 'GET', '/api/agents/a.b', undefined, {}, 'invalid_input', 422],
])('%s is refused in the shape of the contract', async (_, method, pathname, body, headers, code, status) => {
  const server = await start();
  const answer = await ask(server, method, pathname, body, headers);
  expect([codeOf(answer), answer.status]).toEqual([code, status]);
  expect(server.reached).toEqual([]);
});

test('a body of one MiB is taken, a larger one is not, announced or not', async () => {
  const server = await start();
  const body = (size: number) => `{"dir":"/${'a'.repeat(size - 11)}"}`;
  expect(codeOf(await ask(server, 'POST', '/api/agents', body(1024 * 1024)))).toBe('invalid_input');
  const larger = body(1024 * 1024 + 1);
  const answer = await ask(server, 'POST', '/api/agents', larger);
  expect([codeOf(answer), answer.status]).toEqual(['too_large', 413]);
  const chunked = await rawRequest(server.address, {
    method: 'POST',
    path: '/api/agents',
    headers: {
      authorization: `Bearer ${server.operatorKey}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    },
    body: larger,
  });
  expect(codeOf(chunked)).toBe('too_large');
});

test('who may not call is refused before the body is read', async () => {
  const server = await start();
  const answer = await rawBytes(
    server.address,
    Buffer.from(
      `POST /api/agents HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`,
    ),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

test('bytes that are no HTTP get one answer in the contract’s shape', async () => {
  const server = await start();
  const answer = await rawBytes(server.address, Buffer.from('\x16\x03\x01 not http\r\n\r\n'));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(errorBody.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).error.code).toBe('invalid_input');
});

test.each([
  [{ host: 'evil.example' }, false],
  [{ host: 'localhost.evil.example' }, false],
  [{ host: '127.0.0.1.evil.example:80' }, false],
  [{ host: '192.168.1.1' }, false],
  [{ host: 'a@localhost' }, false],
  [{ host: 'localhost:1' }, true],
  [{ host: 'LOCALHOST' }, true],
  [{ host: '[::1]:7120' }, true],
  [{ host: 'localhost:1', origin: 'http://localhost:1' }, true],
  [{ host: 'localhost:1', origin: 'http://localhost:2' }, false],
  [{ host: 'localhost:1', origin: 'https://localhost:1' }, false],
  [{ host: 'localhost:1', origin: 'http://evil.example' }, false],
  [{ host: 'localhost:1', origin: 'null' }, false],
  [{ host: 'localhost:1', origin: '' }, false],
])('%j: served %s, also with the operator’s key', async (headers, served) => {
  const server = await start();
  for (const pathname of ['/api/agents', '/health', '/', '/docs']) {
    const answer = await ask(server, 'GET', pathname, undefined, headers);
    expect(answer.status === 403).toBe(!served);
    if (!served) expect(codeOf(answer)).toBe('forbidden');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('every answer carries the security headers, errors too', async () => {
  const server = await start();
  for (const pathname of ['/health', '/nothing', '/docs', '/openapi.json', '/api/agents', '/api/agents/%']) {
    const { headers } = await ask(server, 'GET', pathname);
    expect([pathname, headers['x-content-type-options'], headers['x-frame-options']]).toEqual([
      pathname,
      'nosniff',
      'DENY',
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
});

test('the panel’s files are served with a policy of their own, and nothing beside them', async () => {
  const folder = held.add(temporaryFolder('panel')).path;
  const panel = path.join(folder, 'panel');
  mkdirSync(path.join(panel, 'assets'), { recursive: true });
  writeFileSync(path.join(panel, 'index.html'), '<!doctype html><p>panel');
  writeFileSync(path.join(panel, 'assets', 'main.js'), 'run()');
  writeFileSync(path.join(panel, '.hidden'), 'hidden');
  writeFileSync(path.join(folder, 'secret'), 'secret');
  const server = await start({ panel });
  const page = await rawRequest(server.address);
  expect([page.status, page.body]).toEqual([200, '<!doctype html><p>panel']);
  expect(page.headers['content-security-policy']).toContain(
    `script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self' ws://${new URL(server.address).host};`,
  );
  const script = await rawRequest(server.address, { path: '/assets/main.js' });
  expect([script.status, script.headers['content-type']]).toEqual([200, expect.stringMatching(/javascript/)]);
  for (const outside of [
    '/../secret',
    '/%2e%2e/secret',
    '/assets/..%2f..%2fsecret',
    '/.hidden',
    '/assets/',
    '/assets/none.js',
    '/%00',
  ]) {
    const answer = await rawRequest(server.address, { path: outside });
    expect([outside, ['not_found', 'forbidden', 'invalid_input'].includes(codeOf(answer))]).toEqual([
      outside,
      true,
    ]);
    expect(answer.body).not.toContain('secret');
  }
});

test('a panel that is not built says so', async () => {
  const server = await start();
  const answer = await rawRequest(server.address);
  expect([answer.status, answer.body]).toEqual([404, expect.stringContaining('npm run build')]);
});

test('an address that is taken is named', async () => {
  const server = await start();
  const port = Number(new URL(server.address).port);
  const again = startTestServer({ port });
  await expect(again).rejects.toMatchObject({
    code: 'address_taken',
    message: expect.stringContaining(`port ${port}`) as string,
  });
});

test('closing answers what runs, and does not hang on what stays open', async () => {
  let release: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    release = resolve;
  });
  let finish: () => void = () => undefined;
  const server = await start({
    implementations: {
      'system.shutdown': () =>
        new Promise((resolve) => {
          release();
          finish = () => resolve({ agentsRunning: 1 });
        }),
      'system.doctor': () => new Promise(() => undefined),
    },
  });
  const idle = rawBytes(server.address, Buffer.from('GET /health HTTP/1.1\r\nHost: local'));
  const hanging = ask(server, 'GET', '/api/doctor').catch((error: unknown) => error);
  const running = ask(server, 'POST', '/api/shutdown');
  await started;
  const closed = server.close(300);
  finish();
  expect(JSON.parse((await running).body)).toEqual({ agentsRunning: 1 });
  await closed;
  expect(await hanging).toBeInstanceOf(Error);
  await idle;
  await expect(rawRequest(server.address)).rejects.toThrow(/ECONNREFUSED/);
});
