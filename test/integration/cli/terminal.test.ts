import { spawn } from 'node:child_process';
import * as pty from 'node-pty';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledCommand, bundledCommand } from '../../support/bundled-command.ts';
import { sampleAgent } from '../../support/contract-samples.ts';
import { type ServedCommand, servedCommand } from '../../support/served-command.ts';
import { waitUntil } from '../../support/wait-until.ts';

const agents = Array.from({ length: 500 }, (_, index) => sampleAgent({ name: `agent-${index}` }));
let bundle: BundledCommand;
let command: ServedCommand;
/** Lets a stop that waits go on. */
let finishStop = (): void => undefined;
beforeAll(async () => {
  bundle = await bundledCommand();
  command = await servedCommand(bundle.entry, {
    'agents.list': async () => ({ agents }),
    'agents.stop': () =>
      new Promise((resolve) => {
        finishStop = () => resolve({ agent: sampleAgent(), outcome: 'stopped', ended: [] });
      }),
  });
});
afterAll(async () => {
  await command.dispose();
  await bundle.dispose();
});

/** Runs the command on a terminal of its own. */
function onTerminal(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const terminal = pty.spawn(process.execPath, [bundle.entry, ...args], {
    cols: 120,
    rows: 40,
    cwd: command.folder,
    env: { ...command.environment, TERM: 'xterm-256color', ...environment },
  });
  const seen = { text: '' };
  terminal.onData((data) => {
    seen.text += data;
  });
  const ended = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
  return { seen, ended, terminal };
}

async function shownOnTerminal(args: readonly string[], environment = {}): Promise<string> {
  const { seen, ended } = onTerminal(args, environment);
  await ended;
  return seen.text;
}

describe('on a terminal', () => {
  it('shows colours, unless NO_COLOR, --plain or a dumb terminal says otherwise', async () => {
    expect(await shownOnTerminal(['agent', 'list'])).toContain('\u001B[1midle');
    expect(await shownOnTerminal(['agent', 'list'], { NO_COLOR: '1' })).not.toContain('\u001B[');
    expect(await shownOnTerminal(['agent', 'list'], { TERM: 'dumb' })).not.toContain('\u001B[');
    expect(await shownOnTerminal(['agent', 'list', '--plain'])).not.toContain('\u001B[');
    expect(await shownOnTerminal(['agent', 'list', '--json'])).not.toContain('\u001B[');
  });

  it('says what it waits for after a second, and takes it away at the end', async () => {
    const { seen, ended } = onTerminal(['agent', 'stop', 'app']);
    await waitUntil('it says what it waits for', () => seen.text.includes('Waiting for app to end ('));
    finishStop();
    expect(await ended).toBe(0);
    expect(seen.text).toMatch(/\r\u001B\[2Kapp has ended/);
  });
});

describe('in a pipe', () => {
  it('ends quietly when nobody reads on', async () => {
    const child = spawn(process.execPath, [bundle.entry, 'agent', 'list', '--json'], {
      cwd: command.folder,
      env: command.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.once('close', resolve));
    expect([status, errors]).toEqual([0, '']);
  });

  it('is written whole before the process ends', async () => {
    const { output } = await command.run(['agent', 'list', '--json']);
    expect(JSON.parse(output)).toEqual({ agents });
  });
});
