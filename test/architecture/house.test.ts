import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runCommand } from '../../src-main/base/run-command.ts';
import { requirePackage } from '../support/require-package.ts';
import {
  looseLocks,
  looseVersions,
  machineTraces,
  type ProjectFile,
  silencedTools,
  strayTmux,
} from './house-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const versions = z.record(z.string(), z.string());
const manifest = z
  .object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions.optional() })
  .parse(JSON.parse(read('package.json')));
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({ integrity: z.string().optional(), resolved: z.string().optional() }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')));

/** Every file under version control or about to be, without pictures and the like. */
async function projectFiles(): Promise<readonly ProjectFile[]> {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { output, status } = await runCommand(requirePackage('git'), listing, { cwd: root });
  expect(status).toBe(0);
  return output
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(root, file)))
    .map((file) => ({ path: file, content: read(file) }))
    .filter(({ content }) => !content.includes('\0'));
}

test('no file tells on which machine it was made', async () => {
  expect(machineTraces(await projectFiles())).toEqual([]);
  const planted = ['home/jane/x', 'work/x', 'root/.npm', 'Users/jane'].map((tail) => `cd /${tail}`);
  const host = ['https://registry', 'example.com/x'].join('.');
  const files = [...planted, host].map((content) => ({ path: 'planted', content }));
  expect(machineTraces(files)).toHaveLength(5);
});

test('no tool is silenced', async () => {
  const code = (await projectFiles()).filter(({ path: file }) => /\.(?:[cm]?[jt]sx?|css)$/.test(file));
  expect(silencedTools(code)).toEqual([]);
  expect(silencedTools([{ path: 'planted', content: ['// @ts', 'ignore'].join('-') }])).toHaveLength(1);
});

test('only the tmux room starts tmux', async () => {
  expect(strayTmux(await projectFiles())).toEqual([]);
  expect(
    strayTmux([{ path: 'src-main/agents/x.ts', content: "runCommand('tmux', ['kill-server'])" }]),
  ).toHaveLength(1);
});

test('versions are exact', () => {
  expect(
    looseVersions({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    }),
  ).toEqual([]);
  expect(looseVersions({ a: '^1.0.0', b: '1.x', c: 'latest', d: 'npm:@x/y@~1.0.0' })).toHaveLength(4);
});

test('the lock holds a digest for every package and names no host', () => {
  expect(looseLocks(lock.packages)).toEqual([]);
  expect(
    looseLocks({ '': {}, a: {}, b: { integrity: 'sha512-x', resolved: 'https://host/b.tgz' } }),
  ).toHaveLength(2);
});

test('every room says what lives in it', () => {
  const rooms = readdirSync(path.join(root, 'src-main'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(
    rooms
      .map(({ name }) => name)
      .filter((name) => !existsSync(path.join(root, 'src-main', name, 'README.md'))),
  ).toEqual([]);
});

test('the machine that checks runs what the README tells people to run', () => {
  const [, command = ''] = /^(npm ci && npm test)$/m.exec(read('README.md')) ?? [];
  const lines = read('.ci/run')
    .split('\n')
    .filter((line) => /^(?:npm|npx|node|sh) /.test(line));
  expect(lines).toEqual([command]);
});
