import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildAll } from '../../../scripts/build/build.ts';
import { isStale, newestSource } from '../../../scripts/build/freshness.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let said: string[];

/** A project with one file for each part of a build. */
function writeProject(root: string): void {
  const files = {
    'package.json': '{ "type": "module" }',
    'vite.config.ts': "export default { root: 'src-renderer' };",
    'src-renderer/index.html': '<script type="module" src="./main.ts"></script>',
    'src-renderer/main.ts': 'document.title = "panel";',
    'src-preload/preload.ts':
      "import { contextBridge } from 'electron'; contextBridge.exposeInMainWorld('x', {});",
    'src-main/cli/backbone.ts':
      "#!/usr/bin/env node\nimport { shared } from '../base/shared.ts'; console.log(shared); await import('../base/late.ts');",
    'src-main/base/shared.ts': "export const shared: string = new URL('..', import.meta.url).pathname;",
    'src-main/base/late.ts': "import Database from 'better-sqlite3'; console.log(Database);",
    'src-main/desktop/main.ts':
      "import { app } from 'electron'; import { shared } from '../base/shared.ts'; app.setName(shared);",
    'src-main/practice/practice-agent.ts': "console.log('practice');",
    'hooks/report': '#!/bin/sh\n',
    'assets/templates/one/agent.sh': '#!/bin/sh\n',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content, { mode: name === 'hooks/report' ? 0o755 : 0o644 });
  }
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
}

const build = (ifStale = false): Promise<void> =>
  buildAll({ root: folder.path, ifStale, say: (line) => said.push(line) });
const built = (name: string): string => path.join(folder.path, 'dist', name);

/** Makes everything look as if it were written a minute ago. */
function age(...names: string[]): void {
  const then = Date.now() / 1000 - 60;
  for (const name of names) utimesSync(path.join(folder.path, name), then, then);
}

beforeEach(() => {
  folder = temporaryFolder('build');
  said = [];
  writeProject(folder.path);
});
afterEach(() => folder.dispose());

test('builds every part, says so, and leaves nothing beside it', async () => {
  await build();
  expect(said).toHaveLength(5);
  expect(readFileSync(built('preload/preload.cjs'), 'utf8')).toContain('require("electron")');
  expect(existsSync(built('panel/index.html'))).toBe(true);
  expect(existsSync(built('desktop/main.js'))).toBe(true);
  expect(existsSync(built('practice/practice-agent.js'))).toBe(true);
  expect(statSync(built('hooks/report')).mode & 0o777).toBe(0o755);
  expect(existsSync(built('assets/templates/one/agent.sh'))).toBe(true);
  const command = readFileSync(built('cli/backbone.js'), 'utf8');
  expect(command.startsWith('#!/usr/bin/env node\n')).toBe(true);
  expect(command).not.toContain('better-sqlite3');
  expect(statSync(built('cli/backbone.js')).mode & 0o111).toBe(0o111);
  expect(readdirSync(path.join(folder.path, '.cache'))).toEqual([]);
});

test('a build that fails says why and keeps the one before', async () => {
  await build();
  rmSync(path.join(folder.path, 'src-main/practice'), { recursive: true });
  await expect(build()).rejects.toThrow('practice-agent.ts');
  expect(existsSync(built('practice/practice-agent.js'))).toBe(true);
  expect(isStale(folder.path, built(''))).toBe(true);
});

test('with ifStale, only a change makes it build: of a file, or by one that is gone', async () => {
  age('src-main/base', 'src-main/base/shared.ts');
  await build(true);
  said.length = 0;
  await build(true);
  expect(said).toEqual([]);

  writeFileSync(
    path.join(folder.path, 'src-main/base/shared.ts'),
    "export const shared: string = 'changed';",
  );
  await build(true);
  expect(said).toHaveLength(5);

  rmSync(path.join(folder.path, 'src-preload/preload.ts'));
  expect(isStale(folder.path, built(''))).toBe(true);
});

test('a source that changed while it was built makes the build stale', async () => {
  await build();
  const stamp = statSync(built('.built'));
  const during = stamp.mtimeMs / 1000 + 0.001;
  utimesSync(path.join(folder.path, 'hooks/report'), during, during);
  expect(newestSource(folder.path)).toBeGreaterThan(stamp.mtimeMs);
  expect(isStale(folder.path, built(''))).toBe(true);
});

test('two builds at once both end well', async () => {
  await Promise.all([build(), build()]);
  expect(existsSync(built('cli/backbone.js'))).toBe(true);
});
