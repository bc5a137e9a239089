import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn as spawnInTerminal } from 'node-pty';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configuration } from '../../../src-main/tmux/configuration.ts';
import type { Tmux } from '../../../src-main/tmux/tmux.ts';
import { type OurTmux, ourTmux, sessionOf } from '../../support/our-tmux.ts';
import { argumentsOf, isAlive, liveProcesses } from '../../support/processes.ts';
import { waitUntil } from '../../support/wait-until.ts';

let place: OurTmux;
const terminals: { kill(): void }[] = [];

beforeEach(() => {
  place = ourTmux();
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.kill();
  await place.dispose();
});

/** A person's terminal of some size, attached as the panel tells people to. */
async function attach(tmux: Tmux, name: string, columns: number, rows: number): Promise<{ kill(): void }> {
  const [program = '', ...args] = tmux.attachArguments(name, false);
  const { TMUX: _, ...environment } = process.env;
  const env = { ...environment, TERM: 'xterm-256color' };
  const terminal = spawnInTerminal(program, args, { cols: columns, rows, env });
  terminals.push(terminal);
  await waitUntil(
    'the person is attached',
    async () => attached(tmux, name),
    (count) => count > 0,
  );
  return terminal;
}

async function attached(tmux: Tmux, name: string): Promise<number> {
  return (await tmux.sessions()).find((session) => session.name === name)?.attached ?? -1;
}

async function size(tmux: Tmux, name: string): Promise<string> {
  const facts = (await tmux.sessions()).find((session) => session.name === name);
  return `${facts?.columns}x${facts?.rows}`;
}

describe('1: window size', () => {
  test('a tiny terminal on one agent does not make the next agent tiny', async () => {
    const tmux = await place.open();
    await tmux.create(sessionOf('first', 'exec cat'));
    await attach(tmux, 'first', 2, 1);
    await waitUntil(
      'the first is tiny',
      () => size(tmux, 'first'),
      (seen) => seen === '2x1',
    );
    await tmux.create(sessionOf('second', 'exec cat', { columns: 120, rows: 40 }));
    expect(await size(tmux, 'second')).toBe('120x40');
    expect(configuration).not.toContain('manual');
  });

  test('watching never resizes, neither when it begins nor when it ends', async () => {
    const tmux = await place.open();
    await tmux.create(sessionOf('app', 'exec cat'));
    await attach(tmux, 'app', 200, 60);
    await waitUntil(
      'it has the size of the terminal',
      () => size(tmux, 'app'),
      (seen) => seen === '200x60',
    );
    const stream = await tmux.stream('app');
    await stream.snapshot(100);
    expect(await size(tmux, 'app')).toBe('200x60');
    await stream.dispose();
    expect(await size(tmux, 'app')).toBe('200x60');
    expect(await attached(tmux, 'app')).toBe(1);
  });
});

test('2: a busy pane is paused and resumed again and again, and the server lives', async () => {
  const tmux = await place.open();
  await tmux.create(sessionOf('app', 'exec yes'));
  const server = await place.plain.run('display-message', '-p', '#{pid}');
  const stream = await tmux.stream('app');
  for (let round = 0; round < 20; round += 1) {
    await stream.pause();
    await stream.resume();
    expect((await stream.snapshot(0)).styled[0]).toBe('y');
  }
  expect(await place.plain.run('display-message', '-p', '#{pid}')).toBe(server);
});

/** Starts a process of ours that watches a session that floods, and can be stopped or killed. */
function watcher(): { pid: number; ready: Promise<void>; kill(signal: NodeJS.Signals): void } {
  const program = fileURLToPath(new URL('../../fixtures/tmux-watcher.ts', import.meta.url));
  const child = spawn(process.execPath, [program, place.plain.socket, path.join(place.folder, 'tmux.conf')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  terminals.push({ kill: () => child.kill('SIGKILL') });
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('The watcher ended.')));
  });
  return { pid: child.pid ?? 0, ready, kill: (signal) => void child.kill(signal) };
}

/** How far the flood has come: it writes its count into a file now and then. */
function progress(): number {
  return Number(readFileSync(path.join(place.folder, 'progress'), 'utf8'));
}

async function flood(tmux: Tmux): Promise<void> {
  // 9 kB a round: all the buffers between an agent and a process that stands still are full before long.
  const command = `block=$(seq 1 2000); i=0; while :; do i=$((i+1)); printf '%s\\n' "$block"; echo $i > '${place.folder}/next'; mv '${place.folder}/next' '${place.folder}/progress'; done`;
  await tmux.create(sessionOf('app', command));
  await waitUntil('the flood runs', progress, (count) => count > 10);
}

async function runsOn(): Promise<void> {
  const before = progress();
  await waitUntil('the agent goes on', progress, (count) => count > before + 300, { within: 20_000 });
}

/** Memory of the tmux server, in megabytes. */
async function serverMemory(): Promise<number> {
  const server = await place.plain.run('display-message', '-p', '#{pid}');
  const pages = Number(readFileSync(`/proc/${server}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4_096) / 1e6;
}

test('3: an agent goes on while the process that watches it stands still, and the server keeps nothing for it', async () => {
  const tmux = await place.open();
  await flood(tmux);
  const other = watcher();
  await other.ready;
  other.kill('SIGSTOP');
  // Each round prints 2.7 MB. Until tmux pauses the client it keeps them.
  const growth = async (): Promise<number> => {
    const before = await serverMemory();
    await runsOn();
    return (await serverMemory()) - before;
  };
  await waitUntil('what is printed is not kept', growth, (megabytes) => megabytes < 1, { within: 30_000 });
});

test('4: an agent goes on after the process that watches it was killed, and nothing of it stays', async () => {
  const tmux = await place.open();
  await flood(tmux);
  const other = watcher();
  await other.ready;
  other.kill('SIGKILL');
  await waitUntil(
    'its clients are gone',
    async () => (await place.plain.run('list-clients', '-F', '#{client_flags}')).split('\n').length === 1,
  );
  await runsOn();
});

test('4: a client that an earlier daemon left behind is ended at the start', async () => {
  const first = await place.open();
  await first.create(sessionOf('app', 'exec cat'));
  // The shell in between ends, so that its child is handed to process 1, as after a crash without setpriv.
  const child = spawn(
    'sh',
    [
      '-c',
      `sleep 1000 | tmux -L ${place.plain.socket} -C attach-session -t =app -f pause-after=2,ignore-size > /dev/null & exit 0`,
    ],
    { stdio: 'ignore', env: { ...process.env, TMUX: '' } },
  );
  await new Promise((resolve) => child.once('exit', resolve));
  const count = async (): Promise<number> =>
    (await place.plain.run('list-clients', '-F', '#{client_pid}', '-t', '=app')).split('\n').filter(Boolean)
      .length;
  await waitUntil('it is attached', count, (clients) => clients === 1);
  await place.open();
  await waitUntil('it is gone', count, (clients) => clients === 0);
  expect(place.logged.join('')).toContain('tmux.stale_clients_ended');
  for (const { pid } of liveProcesses()) if (argumentsOf(pid)?.join(' ') === 'sleep 1000') process.kill(pid);
});

test('5: closing under output leaves the agent running and no client; without agents the server ends', async () => {
  const tmux = await place.open();
  await tmux.create(sessionOf('app', 'exec yes'));
  await tmux.stream('app');
  const stream = await tmux.stream('app');
  await stream.dispose();
  const [agent] = await tmux.sessions();
  await tmux.dispose();
  await waitUntil(
    'our client for commands is gone',
    async () => !(await place.plain.run('list-clients', '-F', '#{client_flags}')).includes('no-output'),
  );
  expect(isAlive(agent?.pid ?? 0)).toBe(true);
  const again = await place.open();
  expect(await again.sessions()).toHaveLength(1);
  await again.kill('app');
  await again.dispose();
  await expect(place.plain.run('list-sessions')).rejects.toThrow(/no server|error connecting/);
});

test('6: a window linked into another session does not outlive its agent, nor an agent a session it is linked into', async () => {
  const tmux = await place.open();
  const one = await tmux.create(sessionOf('one', 'exec cat'));
  const two = await tmux.create(sessionOf('two', 'exec cat'));
  await place.plain.run('link-window', '-d', '-s', one.pane, '-t', '=two:');
  await tmux.kill('two');
  await waitUntil('the second is gone', () => !isAlive(two.pid));
  expect(isAlive(one.pid)).toBe(true);
  const three = await tmux.create(sessionOf('three', 'exec cat'));
  await place.plain.run('link-window', '-d', '-s', one.pane, '-t', '=three:');
  await tmux.kill('one');
  await waitUntil('the first is gone', () => !isAlive(one.pid));
  expect(isAlive(three.pid)).toBe(true);
});

test('7: keys for a program that has ended are refused, and the server lives', async () => {
  const tmux = await place.open();
  const { pane } = await tmux.create(sessionOf('app', 'exit 0'));
  await waitUntil('it is dead', async () => (await tmux.sessions())[0]?.dead === true);
  await expect(tmux.sendKeys(pane, ['Enter'])).rejects.toMatchObject({ code: 'tmux_failed' });
  expect(await tmux.sessions()).toHaveLength(1);
});

describe('the server', () => {
  test('a socket file that a crashed server left does not block the start', async () => {
    const first = await place.open();
    await first.create(sessionOf('app', 'exec cat'));
    const [{ pid: agent } = { pid: 0 }] = await first.sessions();
    const server = Number(await place.plain.run('display-message', '-p', '#{pid}'));
    let lost = 0;
    first.lost.on(() => {
      lost += 1;
    });
    process.kill(server, 'SIGKILL');
    await waitUntil('the loss is told', () => lost === 1);
    await waitUntil('the agent is gone', () => !isAlive(agent));
    // The next call starts another server.
    expect(await first.sessions()).toEqual([]);
    let heard: string | undefined;
    first.changed.on((sessions) => {
      heard = sessions[0]?.name;
    });
    await first.create(sessionOf('app', 'exec cat'));
    await waitUntil('changes are told again', () => heard === 'app');
    expect(lost).toBe(1);
  });

  test('a client that someone detached is started again, and no loss is told', async () => {
    const tmux = await place.open();
    await tmux.create(sessionOf('app', 'exec cat'));
    let lost = 0;
    tmux.lost.on(() => {
      lost += 1;
    });
    const client = (): Promise<string> => place.plain.run('list-clients', '-F', '#{client_pid}');
    const before = await client();
    await place.plain.run('detach-client', '-s', '=_backbone');
    await waitUntil('another client is there', client, (seen) => seen !== '' && seen !== before);
    expect((await tmux.sessions()).map(({ name }) => name)).toEqual(['app']);
    expect(lost).toBe(0);
  });

  test('nothing of ours is in the way of a closed connection', async () => {
    const tmux = await place.open();
    await tmux.dispose();
    await expect(tmux.sessions()).rejects.toMatchObject({ code: 'tmux_failed' });
  });

  test('without tmux it says so', async () => {
    await expect(place.open({ PATH: place.folder })).rejects.toMatchObject({ code: 'tmux_missing' });
  });
});
