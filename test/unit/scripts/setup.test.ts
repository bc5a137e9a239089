import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { type CommandResult, runCommand } from '../../../src-main/base/run-command.ts';
import { findProgram } from '../../support/require-package.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const script = fileURLToPath(new URL('../../../scripts/setup.sh', import.meta.url));
const resources = new Disposables();
afterEach(() => resources.dispose());

/** A machine whose PATH holds the shell's own tools and `programs`: name to shell code. */
function machine(programs: Record<string, string>) {
  const folder = resources.add(temporaryFolder('setup')).path;
  for (const tool of ['ls', 'grep', 'tr']) symlinkSync(findProgram(tool) ?? '', path.join(folder, tool));
  for (const [name, code] of Object.entries({ uname: 'echo Linux', id: 'echo 1000', ...programs })) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${code}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
  const calls = path.join(folder, 'calls');
  return {
    setup: (...args: string[]): Promise<CommandResult> =>
      runCommand('/bin/sh', [script, ...args], {
        environment: { PATH: folder, HOME: folder, CALLS: calls, FOLDER: folder },
      }),
    calls: (): string => (existsSync(calls) ? readFileSync(calls, 'utf8') : ''),
  };
}

test('a machine with tmux needs nothing to run the product', async () => {
  const result = await machine({ tmux: ':' }).setup();
  expect(result).toMatchObject({ status: 0, output: '', errors: '' });
});

test('without root it prints the one command, installs nothing and fails for a part of the product', async () => {
  const { setup, calls } = machine({ 'apt-get': 'echo "$@" >> "$CALLS"' });
  const result = await setup();
  expect(result.status).toBe(1);
  expect(result.output).toMatch(/tmux: agents run in it.*\nInstall with: +sudo apt-get install .* tmux\n/);
  expect(result.errors).toBe('Backbone cannot run without: tmux\n');
  expect(calls()).toBe('');
});

test('parts that only tests need are listed loudly, and the tests may begin', async () => {
  const result = await machine({ tmux: ':', 'apt-get': ':' }).setup('--for-tests');
  expect(result.status).toBe(0);
  expect(result.errors).toMatch(/WARNING: the tests that need these will fail:.* chromium /);
});

test('as root on Debian it says what it installs before it does', async () => {
  const install = `echo "$@" >> "$CALLS"; case "$*" in *install*)
    printf '#!/bin/sh\\n' > "$FOLDER/tmux"; /bin/chmod 755 "$FOLDER/tmux";; esac`;
  const { setup, calls } = machine({ id: 'echo 0', 'apt-get': install });
  const result = await setup();
  expect(result).toMatchObject({ status: 0, errors: '' });
  expect(result.output).toMatch(/are installed now: +apt-get install .* tmux\nInstalled: tmux\n/);
  expect(calls()).toBe('-qq update\n-qq install -y --no-install-recommends tmux\n');
});

test('an apt-get that fails is no success', async () => {
  const result = await machine({ id: 'echo 0', 'apt-get': 'exit 100' }).setup();
  expect(result.status).toBe(1);
  expect(result.output).toContain('apt-get failed');
});

test('on macOS it names the Homebrew package', async () => {
  const result = await machine({ uname: 'echo Darwin' }).setup();
  expect(result.status).toBe(1);
  expect(result.output).toContain('brew install tmux');
});
