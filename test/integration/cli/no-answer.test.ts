import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../../support/api-server.ts';
import { type BundledCommand, bundledCommand } from '../../support/bundled-command.ts';
import { type CommandHome, commandHome, endpointOf, errorIn } from '../../support/command-home.ts';

let bundle: BundledCommand;
let home: CommandHome;
beforeAll(async () => {
  bundle = await bundledCommand();
});
afterAll(() => bundle.dispose());
beforeEach(() => {
  home = commandHome(bundle.entry);
  home.writeKey('k'.repeat(43));
});
afterEach(() => home.dispose());

/** Port of a listener that ends each connection with `answer`. */
async function listening(answer: string): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function codeAndStatus(args: string[] = ['agent', 'list']) {
  const result = await home.run([...args, '--json']);
  expect(result.output).toBe('');
  return [errorIn(result).code, result.status];
}

describe('without a daemon that answers', () => {
  it('says in one line how to start one', async () => {
    const { status, output, errors } = await home.run(['agent', 'start']);
    expect([status, output]).toEqual([6, '']);
    expect(errors).toMatch(/^backbone: No daemon runs for .*backbone up --detach\n$/);
  });

  it('tells a missing data directory apart', async () => {
    rmSync(home.folder, { recursive: true });
    mkdirSync(home.folder);
    const missing = path.join(home.folder, 'missing');
    const result = await home.run(['status', '--json'], { BACKBONE_DATA_DIR: missing });
    expect([errorIn(result).code, result.status]).toEqual(['not_initialised', 6]);
  });

  it('tells nobody listening from an answer that makes no sense', async () => {
    const server = await listening('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nnull');
    home.writeEndpoint(endpointOf(server.address));
    expect(await codeAndStatus()).toEqual(['internal', 70]);
    await server.close();
    expect(await codeAndStatus()).toEqual(['daemon_unreachable', 6]);
  });

  it('calls a cut connection an unknown outcome', async () => {
    const server = await listening('');
    home.writeEndpoint(endpointOf(server.address));
    expect(await codeAndStatus(['agent', 'stop', 'app'])).toEqual(['daemon_slow', 6]);
    await server.close();
  });

  it.each([
    'not json',
    '{"address":"http://127.0.0.1:1"}',
    JSON.stringify(endpointOf('http://192.0.2.1:7120')),
    JSON.stringify(endpointOf('http://127.0.0.1:7120/../\u001B]0;x\u0007')),
  ])('believes no daemon.json that says %j', async (content) => {
    home.writeEndpoint(content);
    const { status, errors } = await home.run(['status']);
    expect(status).toBe(6);
    expect(errors).toContain('does not say where a daemon listens');
    expect(errors.trimEnd().split('\n')).toHaveLength(1);
    expect(errors).not.toContain('\u001B');
  });

  it('names the program’s own failure a bug, with its cause, and shows no escape of it', async () => {
    const server = await listening('HTTP/1.1 500 \r\ncontent-length: 12\r\n\r\n\u001B[31mhostile');
    home.writeEndpoint(endpointOf(server.address));
    const { status, errors } = await home.run(['status']);
    await server.close();
    expect(status).toBe(70);
    expect(errors).not.toContain('\u001B');
  });
});

describe('in a process of an agent', () => {
  it('uses its credential alone, and never opens .env', async () => {
    const server = await startTestServer();
    home.writeEndpoint(endpointOf(server.address));
    // Nobody, root included, can read a folder as a file: opening it would fail the command.
    rmSync(path.join(home.folder, '.env'));
    mkdirSync(path.join(home.folder, '.env'));
    expect(await codeAndStatus()).toEqual(['not_private', 6]);
    const result = await home.run(['agent', 'list', '--json'], { BACKBONE_API_KEY: server.agentKey });
    expect(errorIn(result).message).toBe('Nothing stands behind this in the test.');
    expect(server.reached.map(({ caller }) => caller?.actor)).toEqual([{ door: 'agent', name: 'builder' }]);
    await server.dispose();
  });

  it('may not do what is for the operator, and its ended launch may do nothing', async () => {
    const server = await startTestServer();
    home.writeEndpoint(endpointOf(server.address));
    const environment = { BACKBONE_API_KEY: server.agentKey };
    for (const words of ['agent approve app', 'agent forget app', 'config set a 1', 'config list']) {
      const result = await home.run([...words.split(' '), '--json'], environment);
      // The stand-in knows no agent to inspect: that comes before the refusal of an answer.
      expect([words, result.status, errorIn(result).code]).toEqual(
        words === 'agent approve app' ? [words, 3, 'not_found'] : [words, 5, 'forbidden'],
      );
    }
    for (const words of ['doctor', 'panel', 'panel --open', 'init']) {
      const { status, errors } = await home.run(words.split(' '), environment);
      expect(status).toBe(5);
      expect(errors).toContain('backbone status');
    }
    server.live.clear();
    const { status } = await home.run(['agent', 'list'], environment);
    expect(status).toBe(5);
    await server.dispose();
  });
});
