import { existsSync } from 'node:fs';
import path from 'node:path';
import { spawn as spawnInTerminal } from 'node-pty';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../src-main/client/client.ts';
import type { Daemon } from '../../../src-main/daemon/create-daemon.ts';
import { nodeProcess } from '../../support/node-process.ts';
import { processFacts } from '../../support/processes.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { WatchingTerminal } from '../../support/watching-terminal.ts';

let place: TestDaemon;
let daemon: Daemon;
let client: Client;
const terminals: { kill(): void }[] = [];

beforeEach(async () => {
  place = await testDaemon({ settings: { 'timing.stop_grace_seconds': 1 } });
  daemon = await place.start();
  client = place.client();
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.kill();
  try {
    const { agents } = await client.call('agents.list', {});
    for (const { name } of agents) await client.call('agents.stop', { name });
  } finally {
    await place.dispose();
  }
});

const start = (name: string) =>
  client.call('agents.start', { dir: place.workFolder(name), runtime: 'shell' });

/** Tells a shell agent to run a line. */
async function run(name: string, line: string): Promise<void> {
  await place.tmux.run('send-keys', '-t', `=${name}:`, '-l', line);
  await place.tmux.run('send-keys', '-t', `=${name}:`, 'Enter');
}

async function size(name: string): Promise<string> {
  const { columns, rows } = await client.call('agents.screen', { name });
  return `${columns}x${rows}`;
}

async function sizeBecomes(name: string, wanted: string): Promise<void> {
  await waitUntil(
    `the size is ${wanted}`,
    () => size(name),
    (seen) => seen === wanted,
  );
}

/** A person's terminal of some size, attached as `agents.inspect` tells people to. */
async function attach(name: string, cols: number, rows: number): Promise<void> {
  const { attach: words } = await client.call('agents.inspect', { name });
  const [program = '', ...args] = words;
  const { TMUX: _, ...environment } = process.env;
  terminals.push(
    spawnInTerminal(program, args, { cols, rows, env: { ...environment, TERM: 'xterm-256color' } }),
  );
  await sizeBecomes(name, `${cols}x${rows}`);
}

test('a tiny terminal on one agent does not make the next one small (bug 75)', async () => {
  await start('first');
  await attach('first', 2, 1);
  const { agent } = await start('second');
  expect(agent.launch).toMatchObject({ columns: 120, rows: 40 });
  expect(await size('second')).toBe('120x40');
  await waitUntil(
    'the small one is shown as it is',
    () => client.call('agents.inspect', { name: 'first' }),
    (seen) => seen.agent.launch?.columns === 2,
  );
});

test('our view never resizes, neither when it begins nor when it ends (bug 76)', async () => {
  await start('app');
  await attach('app', 200, 60);
  const viewer = new WatchingTerminal((sink) => daemon.openTerminal('app', sink));
  await waitUntil('the picture came', () => viewer.pictures > 0);
  await waitUntil(
    'it has the size of the agent',
    () => viewer.terminal.cols === 200 && viewer.terminal.rows === 60,
  );
  expect(await size('app')).toBe('200x60');
  await viewer.leave();
  expect(await size('app')).toBe('200x60');
  // Whoever comes and goes, the person's size counts.
  terminals.splice(0).forEach((terminal) => {
    terminal.kill();
  });
  await attach('app', 140, 50);
});

// The line that is looked for is not in the words that were typed.
test('an agent goes on while a view of it draws nothing, and the view comes back (bug 78)', async () => {
  await start('app');
  const stalled = new WatchingTerminal((sink) => daemon.openTerminal('app', sink), null);
  await waitUntil('the picture came', () => stalled.pictures > 0);
  await run('app', 'seq 1 400000; echo over-$((1+1)); touch done');
  await waitUntil(
    'the agent is through',
    () => existsSync(path.join(place.workFolder('app'), 'done')),
    Boolean,
    {
      within: 30_000,
    },
  );
  await stalled.leave();
  const fresh = new WatchingTerminal((sink) => daemon.openTerminal('app', sink));
  await waitUntil('the last line is shown', () => fresh.screen().join('\n').includes('over-2'));
  await fresh.leave();
});

test('an agent goes on while the process of a panel stands still, and the panel comes back (bug 78)', async () => {
  await start('app');
  const credential = new URL(place.panelAddress()).hash.replace('#key=', '');
  const panel = nodeProcess(
    `const { watchTerminals } = await import(process.argv[1]);
     let watch = null;
     const draw = ({ viewer, sequence, data }) => {
       watch.drawn(viewer, sequence);
       if (Buffer.from(data).includes('over-2')) console.log('seen');
     };
     const handlers = {
       'terminal.snapshot': (picture) => { draw(picture); console.log('picture'); },
       'terminal.output': draw,
       'terminal.ended': () => undefined,
     };
     const [address, credential] = process.argv.slice(2);
     watch = await watchTerminals({ address, credential }, handlers, { lost: () => undefined, failed: console.error });
     watch.join('view', 'app');`,
    [path.resolve('src-main/client/terminal.ts'), daemon.address, credential],
  );
  try {
    expect(await panel.line()).toBe('picture');
    process.kill(panel.pid, 'SIGSTOP');
    await waitUntil('it stands still', () => processFacts(panel.pid)?.state === 'T');
    await run('app', 'seq 1 400000; echo over-$((1+1)); touch done');
    await waitUntil(
      'the agent is through',
      () => existsSync(path.join(place.workFolder('app'), 'done')),
      Boolean,
      {
        within: 30_000,
      },
    );
    process.kill(panel.pid, 'SIGCONT');
    for (let line = ''; line !== 'seen'; ) line = await panel.line();
  } finally {
    await panel.dispose();
  }
});
