import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { identify } from '../../src-main/authority/credentials.ts';
import { newOperatorKey } from '../../src-main/authority/operator-key.ts';
import { systemClock } from '../../src-main/base/clock.ts';
import { type DataDirectory, dataDirectory, tmuxSocketFor } from '../../src-main/base/data-directory.ts';
import { createLogger } from '../../src-main/base/logger.ts';
import { ensurePrivateFolder, writePrivateFile } from '../../src-main/base/private-files.ts';
import { runCommand } from '../../src-main/base/run-command.ts';
import type { Daemon } from '../../src-main/daemon/create-daemon.ts';
import { attachCore } from '../../src-main/desktop/attached-core.ts';
import type { Core, FleetMessage } from '../../src-main/desktop/core.ts';
import { openCore } from '../../src-main/desktop/open-core.ts';
import { ownCore } from '../../src-main/desktop/own-core.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { endTmux } from './support/end-tmux.ts';

/** The app's two ways to a daemon, on a real one with a real tmux: what holds for one holds for the other. */
let folder: TemporaryFolder;
let directory: DataDirectory;
let cores: Record<'own' | 'attached', Core>;
const logged: string[] = [];
const logger = createLogger((line) => logged.push(line), systemClock.now);

const open = (): Promise<Core> =>
  openCore({
    directory,
    environment: { ...process.env, BACKBONE_PORT: '0' },
    clock: systemClock,
    logger,
    writeLog: (line) => void logged.push(line),
    onShutDown: () => undefined,
  });

beforeAll(async () => {
  folder = temporaryFolder('core');
  directory = dataDirectory({ BACKBONE_DATA_DIR: path.join(folder.path, 'data') });
  cores = { own: await open(), attached: await open() };
});
afterAll(async () => {
  await cores.attached.close();
  await cores.own.call('agents.stop', { name: 'demo' });
  await cores.own.close();
  await endTmux(directory.root);
  await folder.dispose();
});

test('the first one to open a data directory holds it, the next one attaches', () => {
  expect([cores.own.kind, cores.attached.kind]).toEqual(['own', 'attached']);
});

describe.each(['own', 'attached'] as const)('a core that is %s', (kind) => {
  test('answers by the contract', async () => {
    const answer = await cores[kind].call('system.status', {});
    expect(answer).toMatchObject({ pid: process.pid, dataDirectory: directory.root });
  });

  test.each([
    ['agents.explode', {}, 'not_found'],
    ['constructor', {}, 'not_found'],
    ['agents.inspect', { name: '../x' }, 'invalid_input'],
    ['agents.inspect', { name: 'nobody' }, 'not_found'],
  ])('refuses %s with %j', async (name, input, code) => {
    await expect(cores[kind].call(name, input)).rejects.toMatchObject({ code });
  });

  test('tells the fleet as it is and as it changes', async () => {
    const heard: FleetMessage[] = [];
    const subscription = cores[kind].fleet((message) => heard.push(message));
    await waitUntil('the snapshot', () => heard[0]?.event === 'fleet.snapshot');
    await cores[kind].call('agents.start', { dir: folder.path, name: 'demo', runtime: 'shell' });
    await cores[kind].call('agents.set', { name: 'demo', environment: { [`SEEN_BY_${kind}`]: '1' } });
    await waitUntil('the change', () =>
      heard.some(
        (message) =>
          message.event === 'agent.changed' &&
          message.data.agent.environmentNames.includes(`SEEN_BY_${kind}`),
      ),
    );
    await subscription.dispose();
  });

  test('shows a terminal', async () => {
    let text = '';
    let last = 0;
    const sink = {
      snapshot: (picture: { sequence: number; data: Uint8Array }) => {
        text = new TextDecoder().decode(picture.data);
        last = picture.sequence;
      },
      output: (piece: { sequence: number; data: Uint8Array }) => {
        text += new TextDecoder().decode(piece.data);
        last = piece.sequence;
      },
      ended: () => undefined,
    };
    const viewer = await cores[kind].terminal('demo', sink);
    const socket = tmuxSocketFor(directory.root, {});
    await runCommand('tmux', ['-L', socket, 'send-keys', '-t', '=demo:', `echo ${kind}-$((6*7))`, 'Enter']);
    await waitUntil(
      'the echo',
      () => text,
      (seen) => seen.includes(`${kind}-42`),
    );
    viewer.drawn(last);
    viewer.leave();
    await expect(cores[kind].terminal('nobody', sink)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('there is nothing to attach to where no daemon runs', async () => {
  const empty = dataDirectory({ BACKBONE_DATA_DIR: path.join(folder.path, 'empty') });
  await expect(attachCore(empty, logger)).rejects.toMatchObject({ code: 'not_initialised' });
});

describe('what the app asks is asked by the operator at the panel', () => {
  const operator = { authority: 'operator', actor: { door: 'panel', name: null } };

  test('in this process', async () => {
    const dispatch = vi.fn<Daemon['dispatch']>(() => Promise.resolve({}));
    await ownCore({ dispatch } as unknown as Daemon).call('agents.list', {});
    expect(dispatch).toHaveBeenCalledWith('agents.list', {}, operator);
  });

  test('and over the network', async () => {
    const bearers: string[] = [];
    const server = createServer((request, response) => {
      bearers.push(request.headers.authorization?.replace('Bearer ', '') ?? '');
      response.end(JSON.stringify({ ok: true, version: '0' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const elsewhere = dataDirectory({ BACKBONE_DATA_DIR: path.join(folder.path, 'elsewhere') });
    ensurePrivateFolder(elsewhere.root);
    const operatorKey = newOperatorKey();
    writePrivateFile(elsewhere.environmentFile, `BACKBONE_API_KEY=${operatorKey}\n`);
    const endpoint = { pid: 1, address: `http://127.0.0.1:${port}`, startedAt: 0, version: '0' };
    writePrivateFile(elsewhere.endpoint, JSON.stringify(endpoint));
    await attachCore(elsewhere, logger);
    expect(identify(bearers[0] ?? '', { operatorKey, liveLaunch: () => null })).toEqual(operator);
    server.close();
  });
});
