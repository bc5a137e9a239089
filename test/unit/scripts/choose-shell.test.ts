import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseShell, type Shell } from '../../../scripts/start/choose-shell.ts';
import { electronFolder, type Facts, findElectron, gatherFacts } from '../../../scripts/start/facts.ts';
import { obstacleToWindow } from '../../../scripts/start/obstacle.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let said: string[];
let fetched: number;

beforeEach(() => {
  folder = temporaryFolder('electron');
  said = [];
  fetched = 0;
});
afterEach(() => folder.dispose());

const able: Facts = { platform: 'linux', uid: 1000, hasScreen: true, canSandbox: true };

test.each<[string, Partial<Facts>, RegExp | null]>([
  ['a person at a screen', {}, null],
  ['no screen', { hasScreen: false }, /^There is no screen here/],
  ['root', { uid: 0 }, /^As root .* without its sandbox/],
  ['root on a Mac', { uid: 0, platform: 'darwin' }, null],
  ['no sandbox', { canSandbox: false }, /from having a sandbox/],
])('%s', (_who, facts, line) => {
  const obstacle = obstacleToWindow({ ...able, ...facts });
  if (line === null) expect(obstacle).toBeNull();
  else expect(obstacle).toMatch(line);
  expect(obstacle ?? '').not.toContain('\n');
});

test('a screen is X11 or Wayland; an empty name is none', () => {
  const hasScreen = (environment: NodeJS.ProcessEnv): boolean =>
    gatherFacts(folder.path, environment).hasScreen;
  expect(hasScreen({ DISPLAY: ':0' })).toBe(true);
  expect(hasScreen({ WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  if (process.platform === 'linux') {
    expect(hasScreen({})).toBe(false);
    expect(hasScreen({ DISPLAY: '' })).toBe(false);
  }
});

test('the program is found in its package, or where the override says, without a download', () => {
  const elsewhere = path.join(folder.path, 'elsewhere');
  expect(electronFolder(folder.path, {})).toBe(path.join(folder.path, 'dist'));
  expect(electronFolder(folder.path, { ELECTRON_OVERRIDE_DIST_PATH: elsewhere })).toBe(elsewhere);
  expect(findElectron(elsewhere)).toBeNull();
  putElectron(elsewhere);
  expect(findElectron(elsewhere)).toContain(elsewhere);
});

function putElectron(into: string): void {
  for (const name of ['electron', 'Electron.app/Contents/MacOS/Electron', 'electron.exe']) {
    mkdirSync(path.dirname(path.join(into, name)), { recursive: true });
    writeFileSync(path.join(into, name), '');
  }
}

const choose = (
  facts: Partial<Facts>,
  options: { preferBrowser?: boolean; arrives?: boolean } = {},
): Promise<Shell> =>
  chooseShell({
    facts: { ...able, ...facts },
    folder: folder.path,
    preferBrowser: options.preferBrowser ?? false,
    say: (line) => said.push(line),
    fetch: () => {
      fetched += 1;
      if (options.arrives === true) putElectron(folder.path);
      return Promise.resolve(options.arrives === true);
    },
  });

test('a browser that was asked for needs no reason and no download', async () => {
  expect(await choose({}, { preferBrowser: true })).toEqual({ kind: 'browser', because: null });
  expect(fetched).toBe(0);
});

test('where no window can be opened, nothing is fetched', async () => {
  const shell = await choose({ hasScreen: false }, { arrives: true });
  expect(shell).toMatchObject({ kind: 'browser', because: obstacleToWindow({ ...able, hasScreen: false }) });
  expect(fetched).toBe(0);
  expect(said).toEqual([]);
});

test('Electron is fetched once, in words, and the panel goes to a browser when that fails', async () => {
  expect(await choose({})).toMatchObject({
    because: 'Electron could not be fetched, so the panel is served to a browser instead.',
  });
  expect(said[0]).toMatch(/^Fetching Electron/);
  expect((await choose({}, { arrives: true })).kind).toBe('window');
  expect(await choose({})).toEqual({ kind: 'window', program: findElectron(folder.path) });
  expect(fetched).toBe(2);
});
