import { once } from 'node:events';
import { constants } from 'node:os';
import * as pty from 'node-pty';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineHome, type EngineRequest, engineHome, watched } from '../../support/engine-run.ts';
import { isAlive } from '../../support/processes.ts';
import { waitUntil } from '../../support/wait-until.ts';

let home: EngineHome;
beforeAll(() => {
  home = engineHome();
});
afterAll(() => home.dispose());

const secrets = { KEY: 'a-secret-value' };
const ways = [
  ['as it is', {}],
  ['with a mask', { mask: true, secrets }],
  ['with keys in files', { injection: 'file', secrets }],
] as const satisfies readonly (readonly [string, Partial<EngineRequest>])[];

/** Waits in a way that lets a shell act on signals, and says its pid. */
const loop = 'echo "pid $$"; while :; do sleep 0.05; done';

describe.each(ways)('a program that runs %s', (_way, options) => {
  it('gives its exit status', async () => {
    const { status } = await home.inPipes({ argv: ['sh', '-c', 'exit 23'], ...options });
    expect(status).toBe(23);
  });

  it('hears Ctrl-C from the terminal, once, and its answer counts', async () => {
    const run = home.onTerminal({
      argv: ['sh', '-c', `trap 'echo "INT $((n += 1))"; sleep 0.3; exit $((n + 6))' INT; ${loop}`],
      ...options,
    });
    await run.shows('pid ');
    run.terminal.write('\u0003');
    expect(await run.ended).toBe(7);
    expect(run.seen.text).toContain('INT 1');
    expect(run.seen.text).not.toContain('INT 2');
  });

  it('ends by Ctrl-C when it does nothing about it, as does the command', async () => {
    const run = home.onTerminal({ argv: ['sh', '-c', loop], ...options });
    await run.shows('pid ');
    run.terminal.write('\u0003');
    expect(await run.ended).toBe(130);
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGALRM'] as const)(
    'hears %s that only the command gets, which waits for its end',
    async (signal) => {
      const name = signal.slice(3);
      const child = home.detached({
        argv: ['sh', '-c', `trap 'sleep 0.1; echo heard ${name}; exit 9' ${name}; ${loop}`],
        ...options,
      });
      let output = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      await waitUntil('it runs', () => output.includes('pid '));
      child.kill(signal);
      expect(await once(child, 'close')).toEqual([9, null]);
      expect(output).toContain(`heard ${name}`);
    },
  );

  it.each(['SIGTERM', 'SIGKILL', 'SIGHUP', 'SIGUSR1'] as const)(
    'ends the command by %s when that ended it',
    async (signal) => {
      const child = home.detached({ argv: ['sh', '-c', `kill -${signal.slice(3)} $$`], ...options });
      expect(await once(child, 'close')).toEqual([null, signal]);
    },
  );

  it.each(['SIGQUIT', 'SIGSEGV', 'SIGABRT'] as const)(
    'makes the command tell of %s without a core file',
    async (signal) => {
      const child = home.detached({
        argv: ['sh', '-c', `ulimit -c 0; kill -${signal.slice(3)} $$`],
        ...options,
      });
      expect(await once(child, 'close')).toEqual([128 + constants.signals[signal], null]);
    },
  );

  it('is gone when the command was told to end', async () => {
    const child = home.detached({ argv: ['sh', '-c', loop], ...options });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const pid = await waitUntil('it runs', () => Number(/pid (\d+)/.exec(output)?.[1] ?? 0));
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([null, 'SIGTERM']);
    expect(isAlive(pid)).toBe(false);
  });
});

describe('job control', () => {
  function shell() {
    const run = watched(
      pty.spawn('bash', ['--norc', '--noprofile', '-i'], {
        cols: 200,
        rows: 30,
        cwd: home.folder.path,
        env: { ...home.environment, PS1: 'prompt> ', TERM: 'xterm' },
      }),
    );
    const type = (text: string): void => run.terminal.write(text);
    return { ...run, type };
  }

  it.each([
    ['Ctrl-Z', '\u001A'],
    ['its own doing', 's'],
  ])('stops both by %s, and fg lets both go on', async (_by, keys) => {
    const run = shell();
    const program =
      'read -r line; if [ "$line" = s ]; then kill -STOP $$; fi; read -r more; echo "got $more"; exit 5';
    run.type(`${home.line({ argv: ['sh', '-c', `echo begun; ${program}`] })}; echo "status $?"\r`);
    await run.shows('begun');
    run.type(keys === 's' ? 's\r' : keys);
    await run.shows('Stopped');
    await run.shows('status 14');
    run.type('fg\r');
    // The shell says what goes on once it has given the terminal back; what is typed before is the shell's.
    await waitUntil(
      'the shell lets it go on',
      () => run.seen.text.slice(run.seen.text.lastIndexOf('Stopped')).split('RUN_REQUEST'),
      (parts) => parts.length > 2,
    );
    run.type(keys === 's' ? 'hello\r' : 'x\rhello\r');
    await run.shows('got hello');
    run.type('echo "after $?"\r');
    await run.shows('after 5');
    run.type('exit\r');
    await run.ended;
  });

  it('stops a script at Ctrl-C, as without us', async () => {
    const run = shell();
    run.type(
      `for n in 1 2 3; do ${home.line({ argv: ['sh', '-c', 'echo begun; sleep 30'] })}; done; echo en""d\r`,
    );
    await run.shows('begun');
    run.type('\u0003');
    run.type('echo "status $?"\r');
    await run.shows('status 130');
    expect(run.seen.text.split('begun').length).toBe(2);
    run.type('exit\r');
    await run.ended;
  });
});
