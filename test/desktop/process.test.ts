import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildAll } from '../../scripts/build/build.ts';
import { dataDirectory } from '../../src-main/base/data-directory.ts';
import { ensurePrivateFolder } from '../../src-main/base/private-files.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { endTmux } from './support/end-tmux.ts';

/** The built main process as a process of its own, as a person starts it. */
const root = path.resolve(import.meta.dirname, '../..');
const started: { child: ChildProcess; said: () => string }[] = [];
let folder: TemporaryFolder;

function start(): { child: ChildProcess; said: () => string } {
  const child = spawn(
    process.execPath,
    [
      '--import',
      path.join(root, 'test/desktop/stand-in/register.ts'),
      path.join(root, 'dist/desktop/main.js'),
    ],
    {
      env: { ...process.env, BACKBONE_DATA_DIR: folder.path, BACKBONE_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  }
  const one = { child, said: () => text };
  started.push(one);
  return one;
}

const statusOf = async ({ child }: { child: ChildProcess }): Promise<number | null> => {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
};

beforeEach(async () => {
  await buildAll({ root, ifStale: true, say: () => undefined });
  folder = temporaryFolder('desktop-process');
});
afterEach(async () => {
  for (const { child } of started.splice(0)) {
    if (child.exitCode === null) child.kill('SIGKILL');
    await statusOf({ child });
  }
  await endTmux(folder.path);
  await folder.dispose();
});

test('a second start hands over to the first and ends; the first ends when it is asked to', async () => {
  const { endpoint, log } = dataDirectory({ BACKBONE_DATA_DIR: folder.path });
  const first = start();
  await waitUntil('its daemon answers', () => existsSync(endpoint), Boolean, { within: 30_000 });
  const second = start();
  expect(await statusOf(second)).toBe(0);
  expect(second.said()).toBe('Backbone is open already; its window comes to the front.\n');
  first.child.kill('SIGTERM');
  expect(await statusOf(first), first.said()).toBe(0);
  expect(existsSync(endpoint)).toBe(false);
  expect(readFileSync(log, 'utf8')).not.toContain('"level":"error"');
});

test('an app that cannot start says why in one line, and ends with its status', async () => {
  // A file where a folder must be.
  ensurePrivateFolder(folder.path);
  writeFileSync(path.join(folder.path, 'state'), '');
  const failed = start();
  expect(await statusOf(failed)).not.toBe(0);
  expect(failed.said()).toMatch(/^Backbone cannot start: /);
});
