import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import * as pty from 'node-pty';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tmuxSocketFor } from '../../../src-main/base/data-directory.ts';
import { runCommand } from '../../../src-main/base/run-command.ts';
import { procedures } from '../../../src-main/contract/procedures.ts';
import { type BundledCommand, bundledCommand } from '../../support/bundled-command.ts';
import { type CommandHome, commandHome, errorIn } from '../../support/command-home.ts';
import { environmentOf, isAlive, processesWith } from '../../support/processes.ts';
import { requirePackage } from '../../support/require-package.ts';
import { waitUntil } from '../../support/wait-until.ts';

let bundle: BundledCommand;
let home: CommandHome;
const anyPort = { BACKBONE_PORT: '0' };
beforeAll(async () => {
  requirePackage('tmux');
  bundle = await bundledCommand();
});
afterAll(() => bundle.dispose());
beforeEach(() => {
  home = commandHome(bundle.entry);
});
afterEach(async () => {
  for (const pid of daemons()) process.kill(pid, 'SIGKILL');
  await waitUntil('no daemon is left', () => daemons().length === 0);
  await runCommand('tmux', ['-L', tmuxSocketFor(home.folder), 'kill-server']);
  await home.dispose();
});

/** Every daemon of this home that runs, found by its arguments. */
function daemons(): number[] {
  return processesWith('BACKBONE_DATA_DIR', home.folder).filter((pid) => {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.includes(bundle.entry) && words.includes('up');
  });
}

async function upDetached(
  more: readonly string[] = [],
  environment = {},
): Promise<{ address: string; pid: number }> {
  const { output, errors } = await home.run(['up', '--detach', '--json', ...more], {
    ...anyPort,
    ...environment,
  });
  expect(errors).toBe('');
  return z.object({ address: z.string(), pid: z.number() }).parse(JSON.parse(output));
}

async function refusal(args: readonly string[], environment = {}): Promise<[string, number | null]> {
  const result = await home.run([...args, '--json'], { ...anyPort, ...environment });
  return [errorIn(result).code, result.status];
}

describe('init', () => {
  it('makes a private data directory, and finds it in order the second time', async () => {
    const root = path.join(home.folder, 'data');
    const environment = { BACKBONE_DATA_DIR: root };
    const first = await home.run(['init'], environment);
    expect(first.status).toBe(0);
    expect(first.output).toContain(path.join(root, '.env'));
    expect(statSync(root).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(root, '.env')).mode & 0o777).toBe(0o600);
    const key = readFileSync(path.join(root, '.env'), 'utf8');
    const second = await home.run(['init', '--json'], environment);
    expect(JSON.parse(second.output)).toEqual({ dataDirectory: root, created: [] });
    expect(readFileSync(path.join(root, '.env'), 'utf8')).toBe(key);
    expect(first.output + second.output).not.toContain(key.trim().split('=')[1]);
  });
});

describe('up and down', () => {
  it('starts one daemon that outlives the command, and ends it', async () => {
    const { address, pid } = await upDetached();
    expect(isAlive(pid)).toBe(true);
    const status: unknown = JSON.parse((await home.run(['status', '--json'])).output);
    expect(status).toMatchObject({ address, pid, dataDirectory: home.folder });
    expect(await refusal(['up', '--detach'])).toEqual(['daemon_running', 4]);
    expect(daemons()).toEqual([pid]);
    const down = await home.run(['down', '--json']);
    expect(JSON.parse(down.output)).toEqual({ outcome: 'stopped', agentsRunning: 0 });
    expect(isAlive(pid)).toBe(false);
    expect(JSON.parse((await home.run(['down', '--json'])).output)).toEqual({ outcome: 'not_running' });
    expect(await refusal(['status'])).toEqual(['daemon_unreachable', 6]);
  });

  it('gives the daemon none of our secrets, and its log no key of the panel', async () => {
    const secrets = { GITHUB_TOKEN: 'leak-1', BACKBONE_API_KEY: 'leak-2', BACKBONE_LAUNCH_ID: 'leak-3' };
    const { output } = await home.run(['up', '--detach', '--panel'], { ...anyPort, ...secrets });
    const key = /#key=(\S+)/.exec(output)?.[1] ?? '';
    expect(key).toMatch(/^bbo_panel_/);
    const [pid = 0] = daemons();
    expect([...(environmentOf(pid)?.values() ?? [])].join(' ')).not.toContain('leak-');
    const log = path.join(home.folder, 'backbone.log');
    expect(readFileSync(log, 'utf8')).not.toContain(key);
    expect(statSync(log).mode & 0o777).toBe(0o600);
    expect((await home.run(['panel'])).output).toContain(`#key=${key}`);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends in the foreground at %s', async (signal) => {
    const child = spawn(process.execPath, [bundle.entry, 'up'], {
      cwd: home.folder,
      env: { ...home.environment, ...anyPort },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const ended = new Promise((resolve) => child.once('close', (status, by) => resolve([status, by])));
    await waitUntil('it listens', () => output.includes('Backbone listens on http://127.0.0.1:'));
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  });

  it('says why a start failed, and leaves nothing running', async () => {
    mkdirSync(path.join(home.folder, '.env'));
    expect(await refusal(['up', '--detach'])).toEqual(['not_private', 6]);
    expect(daemons()).toEqual([]);
  });

  it('says that another program has the port', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    const port = String(typeof bound === 'object' ? bound?.port : 0);
    expect(await refusal(['up', '--detach'], { BACKBONE_PORT: port })).toEqual(['address_taken', 6]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('starts again after a crash, whatever was left behind', async () => {
    const { pid } = await upDetached();
    process.kill(pid, 'SIGKILL');
    await waitUntil('it is gone', () => !isAlive(pid));
    expect(await refusal(['status'])).toEqual(['daemon_unreachable', 6]);
    expect((await upDetached()).pid).not.toBe(pid);
  });

  it('takes a daemon that does not answer for slow, not for dead', async () => {
    const { pid } = await upDetached();
    process.kill(pid, 'SIGSTOP');
    const starts = Array.from({ length: 4 }, () => refusal(['agent', 'start', '--up', '--runtime', 'shell']));
    for (const start of await Promise.all(starts)) expect(start).toEqual(['daemon_slow', 6]);
    expect(daemons()).toEqual([pid]);
    process.kill(pid, 'SIGCONT');
  });
});

describe('doctor', () => {
  it('finds a data directory that is not there yet, and asks the daemon where one runs', async () => {
    const missing = { BACKBONE_DATA_DIR: path.join(home.folder, 'missing') };
    const before = await home.run(['doctor'], missing);
    expect(before.status).toBe(6);
    expect(before.output).toContain('backbone init');
    await upDetached();
    const { status, output } = await home.run(['doctor', '--json']);
    expect(procedures['system.doctor'].output.parse(JSON.parse(output)).checks.length).toBeGreaterThan(3);
    expect(status).toBe(0);
  });
});

describe('an agent from a terminal', () => {
  it('is started with its daemon, watched, and goes on when the daemon ends', async () => {
    const start = await home.run(['agent', 'start', '--up', '--runtime', 'shell', '--name', 'app'], anyPort);
    expect([start.status, start.output]).toEqual([0, expect.stringContaining('app')]);

    // As from a second login shell, inside of a tmux of another server.
    const terminal = pty.spawn(process.execPath, [bundle.entry, 'agent', 'attach', 'app', '--read-only'], {
      cols: 100,
      rows: 30,
      cwd: home.folder,
      env: { ...home.environment, TERM: 'xterm-256color', TMUX: '/tmp/none/default,1,0' },
    });
    let seen = '';
    terminal.onData((data) => {
      seen += data;
    });
    const left = new Promise((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
    await waitUntil('tmux has drawn', () => seen.includes('\u001B['));
    terminal.write('\u0002d');
    expect(await left).toBe(0);
    expect(seen).toContain('detached');

    const down = await home.run(['down', '--json']);
    expect(JSON.parse(down.output)).toEqual({ outcome: 'stopped', agentsRunning: 1 });
    await upDetached();
    const list = await home.run(['agent', 'list', '--json']);
    const { agents } = procedures['agents.list'].output.parse(JSON.parse(list.output));
    expect(agents).toMatchObject([{ name: 'app', dir: home.folder, runtime: 'shell' }]);
    expect(agents[0]?.launch).not.toBeNull();
    const stop = await home.run(['agent', 'stop', 'app']);
    expect([stop.status, stop.output]).toEqual([0, expect.stringContaining('app has ended')]);
    const attach = await home.run(['agent', 'attach', 'app']);
    expect([attach.status, attach.errors]).toEqual([4, expect.stringContaining('backbone agent start app')]);
  });
});
