import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../src-main/base/run-command.ts';
import { type EngineHome, engineHome } from '../../support/engine-run.ts';

let home: EngineHome;
beforeAll(() => {
  home = engineHome();
});
afterAll(() => home.dispose());

const secrets = { KEY: 'a-secret-value' };

/** Runs a command line of a shell. */
const shell = (line: string) =>
  runCommand('bash', ['-c', line], {
    cwd: home.folder.path,
    environment: home.environment,
    limit: 20_000_000,
    timeout: 30_000,
  });

describe.each([
  ['as it is', {}],
  ['with a mask', { mask: true, secrets }],
] as const)('a program in pipes, %s', (_way, options) => {
  it('gets its words unchanged, by no shell', async () => {
    const argv = ['printf', '%s\\n', 'a b', '$HOME', '`id`', '', '--json', '*', "it's", '\n'];
    const { output, errors, status } = await home.inPipes({ argv, ...options });
    expect([output, errors, status]).toEqual([`${argv.slice(2).join('\n')}\n`, '', 0]);
  });

  it('says byte for byte what it says, on each of both streams', async () => {
    const all = path.join(home.folder.path, 'bytes');
    const bytes = Buffer.from(
      Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) % 256),
    );
    writeFileSync(all, bytes);
    const line = home.line({ argv: ['sh', '-c', `cat ${all}; cat ${all} >&2`], ...options });
    const { status } = await shell(`${line} >out 2>err && cmp out ${all} && cmp err ${all}`);
    expect(status).toBe(0);
  });

  it('reads its input whole', async () => {
    const input = 'line\n'.repeat(50_000);
    const { output } = await home.inPipes({ argv: ['cat'], ...options }, input);
    expect(output).toBe(input);
  });

  it('keeps the order of both streams where they are one', async () => {
    const script = 'for n in 1 2 3 4 5 6 7 8 9; do echo "out $n"; echo "err $n" >&2; done';
    const { output } = await shell(`${home.line({ argv: ['sh', '-c', script], ...options })} 2>&1`);
    const numbers = Array.from({ length: 9 }, (_, index) => index + 1);
    expect(output).toBe(numbers.map((n) => `out ${n}\nerr ${n}\n`).join(''));
  });

  it('may open its own output again', async () => {
    const { output } = await shell(
      `${home.line({ argv: ['sh', '-c', 'echo again >/dev/stdout'], ...options })} | cat`,
    );
    expect(output).toBe('again\n');
  });

  it('is told when nobody reads any more', async () => {
    const { status, output } = await shell(
      `set -o pipefail; ${home.line({ argv: ['yes'], ...options })} | head -1; echo "\${PIPESTATUS[0]}"`,
    );
    expect([status, output]).toEqual([0, 'y\n141\n']);
  });

  it('gets the descriptors that the shell made for it', async () => {
    const line = home.line({ argv: ['sh', '-c', 'cat <&5; cat /dev/fd/6'], ...options });
    const { output } = await shell(`${line} 5<<<five 6< <(echo six)`);
    expect(output).toBe('five\nsix\n');
  });
});

describe('a mask in a pipe', () => {
  it('ends with the program, also when a process that it left behind could still write', async () => {
    const started = performance.now();
    const argv = ['sh', '-c', 'sleep 20 & echo "$KEY"; exit 3'];
    const { status, output } = await home.inPipes({ argv, mask: true, secrets });
    expect([status, output]).toEqual([3, '[hidden KEY]\n']);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it('loses nothing when its reader is slow', async () => {
    const line = home.line({ argv: ['seq', '1', '600000'], mask: true, secrets });
    const { output } = await shell(`${line} | { sleep 1; sha256sum; }; seq 1 600000 | sha256sum`);
    const [first, second] = output.trim().split('\n');
    expect(first).toBe(second);
  });

  it('hides values on both streams, also where they come in pieces', async () => {
    const script = 'echo "<$KEY>"; printf a-secr; sleep 0.2; printf et-value; echo "<$KEY>" >&2';
    const { output, errors } = await home.inPipes({ argv: ['sh', '-c', script], mask: true, secrets });
    expect([output, errors]).toEqual(['<[hidden KEY]>\n[hidden KEY]', '<[hidden KEY]>\n']);
  });

  it('passes on what comes at once, not at the end', async () => {
    const child = home.detached({ argv: ['sh', '-c', 'echo first; sleep 60'], mask: true, secrets });
    const [first] = (await once(child.stdout ?? child, 'data')) as unknown[];
    expect(String(first)).toBe('first\n');
    child.kill('SIGTERM');
    await once(child, 'close');
  });
});
