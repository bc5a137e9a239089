import * as pty from 'node-pty';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineHome, engineHome, watched } from '../../support/engine-run.ts';

let home: EngineHome;
beforeAll(() => {
  home = engineHome();
});
afterAll(() => home.dispose());

const secrets = { KEY: 'a-secret-value' };
const value = secrets.KEY;

/** A shell of the test's own terminal, for redirections. */
function shellLine(line: string) {
  return watched(
    pty.spawn('sh', ['-c', line], {
      cols: 90,
      rows: 33,
      cwd: home.folder.path,
      env: { ...home.environment, TERM: 'xterm-256color' },
    }),
  );
}

describe.each([
  ['as it is', {}],
  ['with a mask', { mask: true, secrets }],
] as const)('a program on a terminal, %s', (_way, options) => {
  it('has a terminal of the same size, kind and colours', async () => {
    const run = home.onTerminal(
      {
        argv: [
          'sh',
          '-c',
          String.raw`test -t 0 && test -t 1 && test -t 2 && echo tty; stty size; echo $TERM; printf '\033[31mred\033[0m\n'`,
        ],
        ...options,
      },
      { cols: 77, rows: 22 },
    );
    expect(await run.ended).toBe(0);
    expect(run.seen.text).toBe('tty\r\n22 77\r\nxterm-256color\r\n\u001B[31mred\u001B[0m\r\n');
  });

  it('hears of a new size', async () => {
    const run = home.onTerminal({
      argv: ['sh', '-c', 'trap "stty size; exit" WINCH; echo ready; while :; do sleep 0.05; done'],
      ...options,
    });
    await run.shows('ready');
    run.terminal.resize(66, 11);
    await run.ended;
    expect(run.seen.text).toContain('11 66');
  });

  it('gets each key as it is typed, also those of no text', async () => {
    const run = home.onTerminal({
      argv: ['sh', '-c', 'stty raw -echo; echo ready; dd bs=1 count=6 2>/dev/null | od -An -tx1; stty sane'],
      ...options,
    });
    await run.shows('ready');
    run.terminal.write('\u0003\u001A\u001Bxé');
    await run.ended;
    expect(run.seen.text).toContain('03 1a 1b 78 c3 a9');
  });

  it('may read its input to the end', async () => {
    const run = home.onTerminal({ argv: ['sh', '-c', 'echo ready; cat; echo over'], ...options });
    await run.shows('ready');
    run.terminal.write('line\r\u0004');
    expect(await run.ended).toBe(0);
    expect(run.seen.text).toMatch(/line\r\nline\r\nover\r\n$/);
  });
});

describe('a terminal', () => {
  it('stays as the program set it', async () => {
    const run = shellLine(
      `${home.line({ argv: ['stty', '-echo'] })}; stty -a | tr ' ' '\\n' | grep -x -e -echo -e 'echo'`,
    );
    expect(await run.ended).toBe(0);
    expect(run.seen.text.trim()).toBe('-echo');
  });

  it('is given back as it was after a mask', async () => {
    const line = home.line({ argv: ['stty', 'raw', '-echo'], mask: true, secrets });
    const run = shellLine(`stty -g; ${line}; stty -g`);
    expect(await run.ended).toBe(0);
    const [before, after] = run.seen.text.trim().split('\r\n');
    expect(after).toBe(before);
  });
});

describe('a mask on a terminal', () => {
  it('hides what the program shows', async () => {
    const run = home.onTerminal({ argv: ['sh', '-c', 'echo "it is $KEY."; exit 4'], mask: true, secrets });
    expect(await run.ended).toBe(4);
    expect(run.seen.text).toBe('it is [hidden KEY].\r\n');
  });

  it('shows a prompt whole that ends as a value begins', async () => {
    const run = home.onTerminal({ argv: ['sh', '-c', 'printf "say a-s"; read -r x'], mask: true, secrets });
    await run.shows('say a-s');
    run.terminal.write('\r');
    expect(await run.ended).toBe(0);
  });

  it('loses nothing of a flood', async () => {
    const run = home.onTerminal({ argv: ['sh', '-c', 'seq 1 200000; echo "$KEY"'], mask: true, secrets });
    expect(await run.ended).toBe(0);
    const lines = run.seen.text.split('\r\n');
    // Not compared as a whole: to show how two such lists differ takes for ever.
    expect(lines.slice(0, 200_000).findIndex((line, index) => line !== String(index + 1))).toBe(-1);
    expect(lines[200_000]).toBe('[hidden KEY]');
  });

  it.each([
    ['its input is a pipe', 'echo from the pipe | %', 'cat; test -t 0 || echo no', 'from the pipe\r\nno\r\n'],
    [
      'its input is a file',
      '% </etc/hostname >/dev/null; echo "$?"',
      'cat >/dev/null; test -t 2 || exit 3',
      '0\r\n',
    ],
    ['its output is a pipe', '% | cat', 'test -t 1 || echo "no $KEY" ; test -t 2 && echo yes >&2', 'both'],
    [
      'its errors are a pipe',
      '{ % 2>&1 >&3 | sed s/^/E:/; } 3>&1',
      'echo "$KEY"; echo "$KEY" >&2',
      'E:[hidden KEY]',
    ],
  ])('leaves the rest as it is when %s', async (_when, template, script, expected) => {
    const run = shellLine(
      template.replace('%', home.line({ argv: ['sh', '-c', script], mask: true, secrets })),
    );
    await run.ended;
    if (expected === 'both') {
      expect(run.seen.text).toContain('no [hidden KEY]');
      expect(run.seen.text).toContain('yes');
    } else {
      expect(run.seen.text).toContain(expected);
    }
    expect(run.seen.text).not.toContain(value);
  });

  it('hands over a document larger than a pipe holds, on a descriptor', async () => {
    const big = 'x'.repeat(60_000);
    const many = { A: big, B: `${big}b`, C: `${big}c`, KEY: value };
    const run = home.onTerminal({
      argv: ['sh', '-c', 'sleep 0.3; cat <&"$BACKBONE_SECRETS_FD" | wc -c; test -t 1 && echo tty'],
      mask: true,
      injection: 'fd',
      secrets: many,
    });
    await run.ended;
    const length = JSON.stringify({ version: 1, keys: many, personality: {} }).length;
    expect(run.seen.text).toContain(`${length}\r\ntty`);
  });
});
